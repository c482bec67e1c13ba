import { AppError } from '../errors/app-error.ts'
import { isGuardedHost } from '../limits/guarded-addresses.ts'

/**
 * Checks a URL that the daemon or a browser will open. Link-local and metadata addresses are refused: an option that
 * points to one would make the daemon fetch the credentials of its own machine.
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
  if (hostname === '' || username !== '' || password !== '' || isGuardedHost(hostname))
    throw new AppError('option_address')
  return text.replace(/\/+$/, '')
}
