import { createHash, createHmac } from 'node:crypto'

/** Credentials of the signer. `sessionToken` is set only for temporary keys. */
export interface AwsIdentity {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
  readonly sessionToken: string | undefined
}

export interface SignableRequest {
  readonly url: string
  /** Headers that the signature covers in addition to `host` and `x-amz-date`; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body exactly as sent. */
  readonly body: string | Uint8Array
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/**
 * Returns the headers with the AWS Signature Version 4 of a POST. It is implemented here, because `@smithy/signature-v4` is
 * asynchronous and every call needs this synchronously. It is tested with the published vectors.
 *
 * The signature covers the path encoded once more than on the wire, as for every AWS service except S3.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */
export function signAwsRequest(
  request: SignableRequest,
  identity: AwsIdentity,
  service: string,
  now: Date,
): Readonly<Record<string, string>> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const date = time.slice(0, 8)
  const { host, pathname, searchParams } = new URL(request.url)
  const added: Record<string, string> = {
    'x-amz-date': time,
    ...(identity.sessionToken !== undefined && { 'x-amz-security-token': identity.sessionToken }),
  }
  const signed: Record<string, string> = { ...request.headers, ...added, host }
  const names = Object.keys(signed).sort()
  const canonicalRequest = [
    'POST',
    canonicalPath(pathname),
    canonicalQuery(searchParams),
    ...names.map((name) => `${name}:${trimValue(signed[name] ?? '')}`),
    '',
    names.join(';'),
    sha256(request.body),
  ].join('\n')
  const scope = `${date}/${identity.region}/${service}/aws4_request`
  const toSign = [ALGORITHM, time, scope, sha256(canonicalRequest)].join('\n')
  const signature = createHmac('sha256', deriveKey(identity, date, service))
    .update(toSign)
    .digest('hex')
  return {
    ...added,
    authorization: `${ALGORITHM} Credential=${identity.accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

/** Derives the signing key, which is valid for one day, region and service. */
function deriveKey({ secretKey, region }: AwsIdentity, date: string, service: string): Buffer {
  return [date, region, service, 'aws4_request'].reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${secretKey}`),
  )
}

/** Encodes each segment of the already encoded path again: `%3A` becomes `%253A`. */
const canonicalPath = (path: string): string => path.split('/').map(encodeRfc3986).join('/')

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .sort()
    .join('&')
}

/** Encodes text by RFC 3986, which reserves some characters that `encodeURIComponent` leaves. */
const encodeRfc3986 = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const trimValue = (value: string): string => value.trim().replaceAll(/ +/g, ' ')

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
