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

export interface SigV4Account {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
  /** Default `bedrock`. */
  readonly service?: string
}

/** Encodes by RFC 3986: everything but the unreserved characters, including percent signs. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`)
    .sort()
    .join('&')

const canonicalRequest = (received: Received, signedHeaders: readonly string[]): string =>
  [
    received.method,
    // The received path is already encoded once; outside S3 it is encoded again.
    received.path.split('/').map(encodeSegment).join('/'),
    canonicalQuery(received.query),
    ...signedHeaders.map((name) => {
      const value = headerOf(received.headers, name) ?? ''
      return `${name}:${value.trim().replace(/\s+/g, ' ')}`
    }),
    '',
    signedHeaders.join(';'),
    sha256Hex(received.body),
  ].join('\n')

const millisecondsOf = (amzDate: string): number =>
  Date.parse(amzDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const mustBeSigned = ['host', 'x-amz-date']

/**
 * Verifies an AWS Signature Version 4.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const verifySigV4 = (received: Received, account: SigV4Account, nowMs: number): Finding => {
  const { accessKey, secretKey, region, service = 'bedrock' } = account
  const header = headerOf(received.headers, 'authorization')
  if (header === undefined) return found.absent
  const parts = authorizationParts(header, 'AWS4-HMAC-SHA256')
  const amzDate = headerOf(received.headers, 'x-amz-date') ?? ''
  const date = amzDate.slice(0, 8)
  const scope = `${date}/${region}/${service}/aws4_request`
  const [key, ...credentialScope] = (parts?.get('Credential') ?? '').split('/')
  if (key !== accessKey)
    return wrong('The security token included in the request is invalid.', 'UnrecognizedClientException')
  if (credentialScope.join('/') !== scope)
    return wrong(`Credential should be scoped to ${scope}.`, 'InvalidSignatureException')
  if (!(Math.abs(millisecondsOf(amzDate) - nowMs) <= 300_000))
    return wrong(`Signature not yet current or expired: ${amzDate}`, 'InvalidSignatureException')
  const signedHeaders = (parts?.get('SignedHeaders') ?? '').split(';')
  if (!mustBeSigned.every((name) => signedHeaders.includes(name)))
    return wrong('host and x-amz-date must be signed.', 'InvalidSignatureException')
  const toSign = ['AWS4-HMAC-SHA256', amzDate, scope, sha256Hex(canonicalRequest(received, signedHeaders))]
  const signingKey = [date, region, service, 'aws4_request'].reduce<Buffer>(
    (chain, text) => hmac(chain, text),
    Buffer.from(`AWS4${secretKey}`),
  )
  if (isSame(hmac(signingKey, toSign.join('\n')).toString('hex'), parts?.get('Signature') ?? ''))
    return found.ok
  return wrong(
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
    'InvalidSignatureException',
  )
}
