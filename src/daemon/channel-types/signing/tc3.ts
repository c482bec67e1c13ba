import { createHash, createHmac } from 'node:crypto'

/** The parts of a request that Tencent Cloud's signature covers. */
export interface Tc3Request {
  readonly host: string
  readonly action: string
  /** Content type, byte for byte as in the header that is sent. */
  readonly contentType: string
  /** The body exactly as sent. */
  readonly body: string | Uint8Array
}

export interface Tc3Identity {
  readonly secretId: string
  readonly secretKey: string
}

const ALGORITHM = 'TC3-HMAC-SHA256'
const SIGNED_HEADERS = 'content-type;host;x-tc-action'

/**
 * Returns the headers with Tencent Cloud's signature v3 of a POST to `/`.
 *
 * @see https://cloud.tencent.com/document/api/1729/101842
 */
export function signTc3Request(
  request: Tc3Request,
  identity: Tc3Identity,
  service: string,
  now: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const date = now.toISOString().slice(0, 10)
  const canonicalRequest = [
    'POST',
    '/',
    '',
    `content-type:${request.contentType}`,
    `host:${request.host}`,
    `x-tc-action:${request.action.toLowerCase()}`,
    '',
    SIGNED_HEADERS,
    sha256(request.body),
  ].join('\n')
  const scope = `${date}/${service}/tc3_request`
  const toSign = [ALGORITHM, timestamp, scope, sha256(canonicalRequest)].join('\n')
  const key = [date, service, 'tc3_request'].reduce<Buffer>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    Buffer.from(`TC3${identity.secretKey}`),
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return {
    'x-tc-timestamp': timestamp,
    authorization: `${ALGORITHM} Credential=${identity.secretId}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`,
  }
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
