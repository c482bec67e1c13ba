import ipaddr from 'ipaddr.js'

/** Addresses and ranges that a token may be used from. If no part of a list can be parsed, it allows nobody. */
export interface AddressList {
  includes(address: string): boolean
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/**
 * Parses a list with one address or CIDR range per line; commas and spaces separate too. Lines are checked when they
 * are saved, so one that cannot be parsed was stored some other way and matches nothing.
 */
export function parseAddressList(text: string): AddressList {
  const ranges = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap(parseRange)
  return {
    includes(address) {
      if (!ipaddr.isValid(address)) return false
      const candidate = ipaddr.process(address)
      return ranges.some(([base, bits]) => base.kind() === candidate.kind() && candidate.match(base, bits))
    },
  }
}

function parseRange(line: string): Range[] {
  if (ipaddr.isValidCIDR(line)) {
    const [base, bits] = ipaddr.parseCIDR(line)
    if (base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96)
      return [[base.toIPv4Address(), bits - 96]]
    return [[base, bits]]
  }
  if (!ipaddr.isValid(line)) return []
  const base = ipaddr.process(line)
  return [[base, base.kind() === 'ipv4' ? 32 : 128]]
}
