import { isUtf8 } from 'node:buffer'
import type { UpstreamRequest } from '../upstream/exchange.ts'
import { withoutKeys } from '../upstream/redact.ts'
import type { Received } from './watched-exchange.ts'

/** One exchange in a form that administrators may see. */
export interface ExchangeReport {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly WireHeader[]
    readonly body: string
  }
  readonly response:
    | {
        readonly status: number
        readonly headers: readonly WireHeader[]
        readonly body: string
        readonly bytes: number
        readonly is_cut: boolean
      }
    | undefined
}

export interface WireHeader {
  readonly name: string
  readonly value: string
}

const MASK = '***'

/** Headers without secrets. For all others only the name is shown, because vendors invent new ones for their keys. */
const plainHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'anthropic-beta',
  'anthropic-version',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'openai-beta',
  'openai-organization',
  'openai-processing-ms',
  'request-id',
  'retry-after',
  'server',
  'transfer-encoding',
  'user-agent',
  'x-amz-date',
  'x-amzn-requestid',
  'x-dashscope-sse',
  'x-ds-trace-id',
  'x-request-id',
  'x-tc-action',
  'x-tc-timestamp',
  'x-tc-version',
])
const plainHeaderFamilies = /^(x-|anthropic-)ratelimit-/

/** A cut body is shown a little shorter than it was kept, so that part of a key at the cut is not shown. */
const SHOWN_CHARS_MAX = 60 * 1024

/** URL parameters that select a version or a format. */
const plainArguments: ReadonlySet<string> = new Set(['alt', 'api-version', 'beta', 'version'])

/**
 * Reports an exchange without the channel's keys, tokens derived from them, signatures and cookies. Anything not known
 * to be harmless is masked.
 *
 * @param secrets keys of the channel and the token derived from one
 */
export function reportExchange(
  sent: UpstreamRequest,
  received: Received | undefined,
  secrets: readonly string[],
): ExchangeReport {
  const clean = (text: string) => withoutKeys(text, secrets)
  const headersOf = (headers: Readonly<Record<string, string | readonly string[] | undefined>>) =>
    Object.entries(headers).flatMap(([given, value]): WireHeader[] => {
      const name = given.toLowerCase()
      const isPlain = plainHeaders.has(name) || plainHeaderFamilies.test(name)
      return [value ?? []].flat().map((each) => ({ name, value: isPlain ? clean(each) : MASK }))
    })
  return {
    request: {
      method: sent.method,
      url: clean(maskArguments(sent.url)),
      headers: headersOf(sent.headers),
      body: clean(textOf(sent.body)),
    },
    response: received && {
      status: received.status,
      headers: headersOf(received.headers),
      body: clean(textOf(received.body)).slice(0, received.isCut ? SHOWN_CHARS_MAX : undefined),
      bytes: received.bytes,
      is_cut: received.isCut,
    },
  }
}

function maskArguments(address: string): string {
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()])
    if (!plainArguments.has(name)) url.searchParams.set(name, MASK)
  return url.href
}

/** Returns a body as text; empty if it is not UTF-8. A character that was cut in two is dropped. */
function textOf(body: string | Uint8Array | null): string {
  if (body === null || typeof body === 'string') return body ?? ''
  for (let dropped = 0; dropped < 4 && dropped <= body.length; dropped += 1) {
    const part = body.subarray(0, body.length - dropped)
    if (isUtf8(part)) return Buffer.from(part).toString('utf8')
  }
  return ''
}
