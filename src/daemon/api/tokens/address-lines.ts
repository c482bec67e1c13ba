import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../errors/app-error.ts'

/** Every call with the token checks the entries one by one, and parsing each takes 0.01 ms. */
const LINES_MAX = 1_000

/**
 * Reads addresses and CIDR ranges, separated by line feeds, commas or spaces.
 *
 * @returns the entries, one per line
 * @throws AppError `token_address_invalid` with the invalid entry, `token_addresses_too_many`
 */
export function readAddressLines(text: string): string {
  const lines = text.split(/[\s,]+/).filter((each) => each !== '')
  if (lines.length > LINES_MAX)
    throw new AppError('token_addresses_too_many', { field: 'allow_ips', values: { max: LINES_MAX } })
  for (const line of lines)
    if (!isAddress(line) && !isRange(line))
      throw new AppError('token_address_invalid', { field: 'allow_ips', values: { line: line.slice(0, 50) } })
  return lines.join('\n')
}

/**
 * Accepts IPv4 with four decimal parts, and IPv6. Programs disagree on the meaning of the short and octal forms of
 * IPv4.
 */
const isAddress = (text: string): boolean => isIP(text) !== 0 && (!text.includes('%') || ipaddr.isValid(text))

function isRange(text: string): boolean {
  const [base = '', bits = '', ...rest] = text.split('/')
  if (rest.length > 0 || !isAddress(base) || !/^\d{1,3}$/.test(bits)) return false
  return Number(bits) <= (isIP(base) === 4 ? 32 : 128)
}
