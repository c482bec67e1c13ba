import { request } from 'undici'
import type { Admin } from '../support/gateway/admin.ts'
import type { Recording } from './corpus.ts'
import { requestBodyOf } from './corpus.ts'
import type { RecordedUpstream } from './recorded-upstream.ts'

/** What the client saw and what the books say, for one recording. */
export interface Observation {
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | undefined
  readonly bytes: Buffer
  /** The body that reached the upstream. */
  readonly forwarded: unknown
  /** The consumption row; undefined when nothing was charged. */
  readonly charge: Charge | undefined
}

export interface Charge {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly cachedTokens: number
  readonly usageSource: string
  readonly quotaExact: string
  /** Why the stated usage was not taken, where it was not. */
  readonly flags: readonly string[]
}

interface LogRow {
  readonly type: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly usage_source: string
  readonly quota_exact: string
  readonly other: string
}

const consumption = 2

const paths = {
  'openai.chat': '/v1/chat/completions',
  'openai.embeddings': '/v1/embeddings',
  'openai.moderations': '/v1/moderations',
}

const chargeOf = async (admin: Admin, requestId: string): Promise<Charge | undefined> => {
  const { items } = await admin.call<{ items: LogRow[] }>('GET', `/api/log/?request_id=${requestId}`)
  const row = items.find(({ type }) => type === consumption)
  if (!row) return undefined
  const other = JSON.parse(row.other) as { cache_tokens?: number; usage_flags?: string[] }
  return {
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    cachedTokens: other.cache_tokens ?? 0,
    usageSource: row.usage_source,
    quotaExact: row.quota_exact,
    flags: other.usage_flags ?? [],
  }
}

/** @param key pinned to the recording's own channel, so that no other one can answer */
export const replay = async (
  recording: Recording,
  gateway: { readonly url: string; readonly key: string; readonly admin: Admin },
  upstream: RecordedUpstream,
  index: number,
): Promise<Observation> => {
  const response = await request(gateway.url + paths[recording.protocol], {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.key}` },
    body: JSON.stringify(requestBodyOf(recording)),
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  const text = (name: string) => response.headers[name]?.toString()
  return {
    status: response.statusCode,
    contentType: text('content-type') ?? '',
    retryAfter: text('retry-after'),
    bytes,
    forwarded: upstream.receivedOf(index),
    charge: await chargeOf(gateway.admin, text('x-request-id') ?? ''),
  }
}
