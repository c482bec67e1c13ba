import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Returns the key by which limits count anonymous callers. Someone who has one IPv6 address has its whole /64 (RFC
 * 4291, 2.5.4), so the /64 counts as one. Otherwise a new address for each request would evade every limit.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.parts.slice(0, 4).join(':')
}
