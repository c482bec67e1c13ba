import { createHmac } from 'node:crypto'

/** Lifetime of a token, well below the maximum of a day, because each token is made for one call. */
const LIFETIME_MS = 3_600_000

const HEADER = encode({ alg: 'HS256', sign_type: 'SIGN' })

/**
 * Returns Zhipu's token for a key of the form `id.secret`. It is a JWT with times in milliseconds and an additional header
 * member, which JWT libraries do not support.
 *
 * @param lifetimeMs at most a day
 */
export function signZhipuToken(id: string, secret: string, now: Date, lifetimeMs = LIFETIME_MS): string {
  const timestamp = now.getTime()
  const signed = `${HEADER}.${encode({ api_key: id, exp: timestamp + lifetimeMs, timestamp })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function encode(claims: Readonly<Record<string, string | number>>): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}
