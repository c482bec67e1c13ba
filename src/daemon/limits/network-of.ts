import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What a limit of strangers is counted by. Somebody with one IPv6 address has its whole /64 (RFC 4291, 2.5.4), so all of it
 * counts together: with a new address for each request, nobody would ever reach a limit.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.parts.slice(0, 4).join(':')
}
