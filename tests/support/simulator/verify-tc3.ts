import type { Received } from './ask.ts'
import {
  authorizationParts,
  type Finding,
  found,
  headerOf,
  hmac,
  isSame,
  sha256Hex,
  wrong,
} from './verify.ts'

export interface Tc3Account {
  readonly secretId: string
  readonly secretKey: string
  /** Default `hunyuan`. */
  readonly service?: string
}

/** Verifies Tencent Cloud's TC3-HMAC-SHA256. @see https://cloud.tencent.com/document/api/1729/101843 */
export const verifyTc3 = (received: Received, account: Tc3Account, nowMs: number): Finding => {
  const { secretId, secretKey, service = 'hunyuan' } = account
  const header = headerOf(received.headers, 'authorization')
  if (header === undefined) return found.absent
  const parts = authorizationParts(header, 'TC3-HMAC-SHA256')
  const timestamp = headerOf(received.headers, 'x-tc-timestamp') ?? ''
  if (!(Math.abs(Number(timestamp) * 1000 - nowMs) <= 300_000))
    return wrong('The request timestamp is too far from the server time.', 'AuthFailure.SignatureExpire')
  const date = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const [id, ...credentialScope] = (parts?.get('Credential') ?? '').split('/')
  if (id !== secretId) return wrong('The SecretId is not found.', 'AuthFailure.SecretIdNotFound')
  const signedHeaders = (parts?.get('SignedHeaders') ?? '').split(';')
  const isComplete = credentialScope.join('/') === scope && signedHeaders.includes('content-type')
  if (!isComplete || !signedHeaders.includes('host'))
    return wrong('The authorization header is incomplete.', 'AuthFailure.InvalidAuthorization')
  const canonical = [
    received.method,
    received.path,
    received.query.toString(),
    ...signedHeaders.map((name) => {
      const value = (headerOf(received.headers, name) ?? '').trim()
      // Tencent lowercases the value of its own header for signing; the others are signed as sent.
      return `${name}:${name === 'x-tc-action' ? value.toLowerCase() : value}`
    }),
    '',
    signedHeaders.join(';'),
    sha256Hex(received.body),
  ].join('\n')
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256Hex(canonical)].join('\n')
  const signingKey = [date, service, 'tc3_request'].reduce<Buffer>(
    (chain, text) => hmac(chain, text),
    Buffer.from(`TC3${secretKey}`),
  )
  if (isSame(hmac(signingKey, toSign).toString('hex'), parts?.get('Signature') ?? '')) return found.ok
  return wrong(
    'The provided credentials could not be validated. Please check your signature is correct.',
    'AuthFailure.SignatureFailure',
  )
}
