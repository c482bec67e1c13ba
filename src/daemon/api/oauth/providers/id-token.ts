import type { JSONWebKeySet, JWTPayload } from 'jose'
import type { Fields } from './ask-provider.ts'
import { unusable } from './ask-provider.ts'

/** Tolerated difference between the clocks of two servers. */
const TOLERANCE_SECONDS = 60
const signed = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
/**
 * Algorithms that sign with the client's secret, which only the provider and this site know (OpenID Connect Core 1.0,
 * 10.1).
 */
const sharedSecret = ['HS256', 'HS384', 'HS512']

export interface Expected {
  readonly clientId: string
  readonly clientSecret: string
  readonly nonce: string
  readonly nowMs: number
  /**
   * From the provider's discovery document. Without it neither issuer nor signature can be checked; the token is then
   * trusted because it came directly from the token endpoint (OpenID Connect Core 1.0, 3.1.3.7, 6).
   */
  readonly issuer: string | undefined
  /** A set of public keys (RFC 7517). */
  readonly keys: Fields | undefined
}

/**
 * Validates an ID token (OpenID Connect Core 1.0, 3.1.3.7).
 * @returns its subject
 * @throws AppError `oauth_answer_invalid`
 */
export async function readIdToken(token: string | undefined, expected: Expected): Promise<string> {
  if (token === undefined) throw unusable('oidc', 'id token: none')
  let claims: JWTPayload
  try {
    const { decodeJwt } = await import('jose')
    claims = expected.issuer === undefined ? decodeJwt(token) : await verify(token, expected, expected.issuer)
  } catch (error) {
    throw unusable('oidc', `id token: ${(error as { code?: string }).code ?? 'unreadable'}`)
  }
  const wrong = findWrongClaim(claims, expected)
  if (wrong !== undefined) throw unusable('oidc', `id token: ${wrong}`)
  return claims.sub ?? ''
}

async function verify(token: string, expected: Expected, issuer: string): Promise<JWTPayload> {
  const { clientId, clientSecret, keys, nowMs } = expected
  const rules = {
    issuer,
    audience: clientId,
    currentDate: new Date(nowMs),
    clockTolerance: TOLERANCE_SECONDS,
    requiredClaims: ['sub', 'exp', 'iat'],
  }
  const { createLocalJWKSet, decodeProtectedHeader, jwtVerify } = await import('jose')
  const { alg = '' } = decodeProtectedHeader(token)
  const verified = sharedSecret.includes(alg)
    ? await jwtVerify(token, Buffer.from(clientSecret), { ...rules, algorithms: sharedSecret })
    : await jwtVerify(token, createLocalJWKSet(keys as unknown as JSONWebKeySet), {
        ...rules,
        algorithms: signed,
      })
  return verified.payload
}

function findWrongClaim(claims: JWTPayload, { clientId, nonce, nowMs }: Expected): string | undefined {
  const audience = [claims.aud ?? []].flat()
  if (!audience.includes(clientId)) return 'aud'
  if ((audience.length > 1 || claims.azp !== undefined) && claims.azp !== clientId) return 'azp'
  if (typeof claims.exp !== 'number' || claims.exp + TOLERANCE_SECONDS < nowMs / 1000) return 'exp'
  if (claims.nonce !== nonce) return 'nonce'
  return typeof claims.sub === 'string' && claims.sub !== '' ? undefined : 'sub'
}
