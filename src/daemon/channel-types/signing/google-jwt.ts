import { sign } from 'node:crypto'

/** The members of a service account's key file that are used. */
export interface GoogleServiceAccount {
  readonly projectId: string
  readonly clientEmail: string
  /** PEM. */
  readonly privateKey: string
  /** Empty if the file does not have it. */
  readonly privateKeyId: string
  readonly tokenUri: string
}

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const LIFETIME_SECONDS = 3600

/**
 * Returns the assertion that Google's token service exchanges for an access token (RS256).
 *
 * @throws Error of node:crypto if the key is not an RSA key in PEM
 * @see https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests
 */
export function signGoogleAssertion(account: GoogleServiceAccount, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  const header = { alg: 'RS256', typ: 'JWT', ...(account.privateKeyId && { kid: account.privateKeyId }) }
  const claims = {
    iss: account.clientEmail,
    scope: SCOPE,
    aud: account.tokenUri,
    iat,
    exp: iat + LIFETIME_SECONDS,
  }
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), account.privateKey).toString('base64url')}`
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
