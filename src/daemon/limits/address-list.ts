import ipaddr from 'ipaddr.js'

/** Addresses and ranges a token may be used from. A list that parses to nothing allows nobody. */
export interface AddressList {
  includes(address: string): boolean
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/**
 * One address or CIDR range per line; commas and spaces separate too. Lines are checked when saved, so a line that does
 * not parse got here some other way and matches nothing.
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
