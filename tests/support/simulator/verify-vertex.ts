import { createPublicKey, verify } from 'node:crypto'
import { fieldsOf, parseJson } from './json-fields.ts'
import { type Finding, found, wrong } from './verify.ts'

export interface VertexAccount {
  /** PEM of the service account's key; the private key works too. */
  readonly publicKey: string
  readonly clientEmail?: string
  readonly keyId?: string
}

const decoded = (text: string | undefined) =>
  fieldsOf(parseJson(Buffer.from(text ?? '', 'base64url').toString('utf8')))

/**
 * Verifies a service account's assertion (RFC 7523, RS256) like Google's token endpoint.
 * @see https://developers.google.com/identity/protocols/oauth2/service-account
 */
export const verifyAssertion = (assertion: string, account: VertexAccount, nowMs: number): Finding => {
  if (assertion === '') return found.absent
  const [head, claims, signature, ...more] = assertion.split('.')
  const { alg, kid } = decoded(head)
  const { iss, scope, aud, iat, exp } = decoded(claims)
  if (alg !== 'RS256' || more.length > 0) return wrong('Invalid JWT: only RS256 is taken.', 'invalid_grant')
  if (account.clientEmail !== undefined && iss !== account.clientEmail)
    return wrong('Invalid grant: account not found', 'invalid_grant')
  const isKnownKey = account.keyId === undefined || kid === account.keyId
  const signed = Buffer.from(`${head}.${claims}`)
  const key = createPublicKey(account.publicKey)
  if (!isKnownKey || !verify('RSA-SHA256', signed, key, Buffer.from(signature ?? '', 'base64url')))
    return wrong('Invalid JWT Signature.', 'invalid_grant')
  const nowS = nowMs / 1000
  const isTimely = typeof iat === 'number' && typeof exp === 'number' && iat <= nowS + 300 && exp > nowS
  if (!isTimely || exp - iat > 3600)
    return wrong(
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.',
      'invalid_grant',
    )
  if (typeof aud !== 'string' || !aud.endsWith('/token'))
    return wrong('Invalid JWT: Failed audience check', 'invalid_grant')
  if (typeof scope !== 'string' || scope === '')
    return wrong('Empty or missing scope not allowed.', 'invalid_scope')
  return found.ok
}
