import ipaddr from 'ipaddr.js'
import { AppError } from '../../errors/app-error.ts'

/**
 * Addresses and CIDR ranges, one a line; commas and spaces separate as well.
 *
 * @returns the entries one a line
 * @throws AppError `token_address_invalid` naming the entry that is neither
 */
export function readAddressLines(text: string): string {
  const lines = text.split(/[\s,]+/).filter((each) => each !== '')
  for (const line of lines)
    if (!isAddress(line) && !isRange(line))
      throw new AppError('token_address_invalid', { field: 'allow_ips', values: { line: line.slice(0, 50) } })
  return lines.join('\n')
}

/** Four decimal parts or IPv6: the short and octal forms of IPv4 mean different addresses to different programs. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

function isRange(text: string): boolean {
  const [base = '', bits = '', ...rest] = text.split('/')
  return rest.length === 0 && isAddress(base) && /^\d{1,3}$/.test(bits) && ipaddr.isValidCIDR(text)
}
