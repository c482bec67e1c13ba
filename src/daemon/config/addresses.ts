import ipaddr from 'ipaddr.js'
import { ConfigError } from './config-error.ts'

/**
 * Reads addresses and ranges separated by commas or blanks, and returns all of them as ranges.
 *
 * @throws ConfigError for an entry that is neither. It would silently match nothing
 */
export function readRanges(name: string, text = ''): readonly string[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => {
      if (ipaddr.isValidCIDR(entry)) return entry
      // The library reads a plain "10" as 0.0.0.10.
      if (!ipaddr.IPv4.isValidFourPartDecimal(entry) && !ipaddr.IPv6.isValid(entry))
        throw new ConfigError(
          `${name} must be addresses or ranges with commas between, such as 10.0.0.0/8,192.168.1.5, and "${entry}" is neither.`,
        )
      return `${entry}/${ipaddr.parse(entry).kind() === 'ipv6' ? 128 : 32}`
    })
}

const NAME = 'TOLLGATE_DATABASE_URL'

/** @throws ConfigError. It shows no part of the address, because what looks like the host may be part of a password */
export function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (/^["']/.test(text)) throw new ConfigError(`${NAME} begins with a quotation mark. Leave the quotes out.`)
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new ConfigError(`${NAME} must begin with postgres:// (leave it unset for SQLite).`)
  if (!isReadable(text))
    throw new ConfigError(
      `${NAME} must be like postgres://user:password@host:5432/database. In the user name and password, write % as %25, @ as %40, : as %3A, / as %2F, ? as %3F and # as %23.`,
    )
  return text
}

/** Whether the address has the expected parts. A password that is not encoded may look like a path or a fragment. */
function isReadable(text: string): boolean {
  try {
    const { username, password, pathname, search, hash } = new URL(text)
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return hash === '' && !pathname.includes('@') && !/^\?[^=]*@/.test(search)
  } catch {
    return false
  }
}

/** @throws ConfigError */
export function readRedisUrl(text: string | undefined): string | undefined {
  // The host may be the path of a socket, or there may be a host and nothing else.
  const scheme = text && /^([^/]*):\/\//.exec(text)?.[1]
  if (scheme && !/^rediss?$/.test(scheme))
    throw new ConfigError(
      `TOLLGATE_REDIS_URL must begin with redis:// or, for TLS, rediss://, not with ${scheme}://.`,
    )
  return text
}
