import ipaddr from 'ipaddr.js'
import { AppError } from '../errors/app-error.ts'

/** Names under which clouds serve credentials to their machines; no legitimate address uses them. */
const metadataHosts = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  '100.100.100.200',
])

/**
 * Checks an address that the daemon or a browser will open. Link-local and metadata addresses are refused: an option
 * that points there would make the daemon fetch credentials of its own machine.
 *
 * @returns the text without trailing slashes; empty stays empty
 * @throws AppError `option_address`
 */
export function readAddress(text: string, pathAllowed: boolean): string {
  if (text === '') return ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
  if (text.length > 2048 || /[\s\u0000-\u001f\u007f]/.test(text)) throw new AppError('option_address')
  if (pathAllowed && /^\/(?!\/)[^\\]*$/.test(text)) return text
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new AppError('option_address')
  const { hostname, username, password } = new URL(text)
  if (hostname === '' || username !== '' || password !== '' || isForbiddenHost(hostname))
    throw new AppError('option_address')
  return text.replace(/\/+$/, '')
}

function isForbiddenHost(hostname: string): boolean {
  const name = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (metadataHosts.has(name)) return true
  if (!ipaddr.isValid(name)) return false
  const address = ipaddr.process(name)
  // AWS serves its metadata on IPv6 inside fd00:ec2::/32.
  return (
    address.range() === 'linkLocal' ||
    (address.kind() === 'ipv6' && address.toNormalizedString().startsWith('fd00:ec2:'))
  )
}
