import ipaddr from 'ipaddr.js'
import { startText } from '../errors/start-texts.ts'
import { ConfigError } from './config-error.ts'

/**
 * Reads addresses and ranges separated by commas or blanks, and returns all of them as ranges.
 *
 * @throws ConfigError for an entry that is neither, because it would silently match nothing
 */
export function readRanges(name: string, text = ''): readonly string[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => {
      if (ipaddr.isValidCIDR(entry)) return entry
      // The library reads a plain "10" as 0.0.0.10.
      if (!ipaddr.IPv4.isValidFourPartDecimal(entry) && !ipaddr.IPv6.isValid(entry))
        throw new ConfigError(startText('ranges', { name, text: entry }))
      return `${entry}/${ipaddr.parse(entry).kind() === 'ipv6' ? 128 : 32}`
    })
}

const NAME = 'TOLLGATE_DATABASE_URL'

/**
 * Reads the URL of the database.
 * @throws ConfigError that shows no part of the URL, because what looks like the host may be part of a password
 */
export function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (/^["']/.test(text)) throw new ConfigError(startText('databaseQuotes', { name: NAME }))
  if (!/^postgres(ql)?:\/\//.test(text)) throw new ConfigError(startText('databaseScheme', { name: NAME }))
  if (!isReadable(text)) throw new ConfigError(startText('databaseForm', { name: NAME }))
  return text
}

/**
 * Reports whether the URL has the expected parts. A password that is not URL-encoded may look like a path or a
 * fragment.
 */
function isReadable(text: string): boolean {
  try {
    const { username, password, pathname, search, hash } = new URL(text)
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return hash === '' && !pathname.includes('@') && !/^\?[^=]*@/.test(search)
  } catch {
    return false
  }
}

/** Reads the URL of Redis. @throws ConfigError */
export function readRedisUrl(text: string | undefined): string | undefined {
  // The host part may be the path of a socket, and the scheme may be missing.
  const scheme = text && /^([^/]*):\/\//.exec(text)?.[1]
  if (scheme && !/^rediss?$/.test(scheme)) throw new ConfigError(startText('redisScheme', { scheme }))
  return text
}
