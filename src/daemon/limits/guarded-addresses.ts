import ipaddr from 'ipaddr.js'
import type { AddressList } from './address-list.ts'

/** Names under which clouds serve credentials to their machines; no legitimate upstream uses them. */
const METADATA_HOSTS: ReadonlySet<string> = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
])

/**
 * Addresses at which clouds serve credentials, in addition to link-local ones: Alibaba, Azure, Oracle; AWS and Google
 * on IPv6.
 */
const METADATA_RANGES: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][] = [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
].map((range) => ipaddr.parseCIDR(range))

/**
 * Ways to write an IPv4 address as an IPv6 address, with the byte at which it begins: NAT64, 6to4, and the oldest one.
 */
const EMBEDDINGS: readonly [ipaddr.IPv6, bits: number, at: number][] = [
  [ipaddr.IPv6.parse('64:ff9b::'), 96, 12],
  [ipaddr.IPv6.parse('64:ff9b:1::'), 48, 12],
  [ipaddr.IPv6.parse('2002::'), 16, 2],
  [ipaddr.IPv6.parse('::'), 96, 12],
]

/**
 * Reports whether a host is link-local or serves the machine's credentials. A call to such a host could read the
 * secrets of the daemon's machine.
 *
 * @param host a name or an address, with or without brackets
 * @param allowed ranges that are allowed nevertheless
 */
export function isGuardedHost(host: string, allowed?: AddressList): boolean {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (METADATA_HOSTS.has(name)) return true
  return ipaddr.isValid(name) && isGuardedAddress(name, allowed)
}

/** Reports whether an address in any notation is guarded; see {@link isGuardedHost}. */
export function isGuardedAddress(text: string, allowed?: AddressList): boolean {
  // A zone (`fe80::1%eth0`) names the interface and does not affect the check.
  const address = ipaddr.process(text.split('%')[0] ?? '')
  if (allowed?.includes(address.toString())) return false
  if (address.range() === 'linkLocal') return true
  if (METADATA_RANGES.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits)))
    return true
  const embedded = address instanceof ipaddr.IPv6 ? embeddedIn(address) : undefined
  return embedded !== undefined && isGuardedAddress(embedded, allowed)
}

function embeddedIn(address: ipaddr.IPv6): string | undefined {
  const found = EMBEDDINGS.find(([base, bits]) => address.match(base, bits))
  return (
    found &&
    address
      .toByteArray()
      .slice(found[2], found[2] + 4)
      .join('.')
  )
}
