import { request as send } from 'undici'
import type { Admin } from '../support/gateway/admin.ts'
import type { ClientRequest } from './client-request.ts'
import { keyHeaders } from './client-routes.ts'
import type { Received, RecordedUpstream } from './recorded-upstream.ts'

/** What the client received and what was booked, for one request. */
export interface Observation {
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | undefined
  readonly bytes: Buffer
  /** The calls that reached the upstream. */
  readonly received: readonly Received[]
  /** The consumption row; undefined when nothing was charged. */
  readonly charge: Charge | undefined
}

export interface Charge {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly usageSource: string
  readonly quotaExact: string
  /** The reasons why the stated usage was not used, if it was not. */
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

interface LogDetails {
  readonly cache_tokens?: number
  readonly cache_creation_tokens?: number
  readonly usage_flags?: readonly string[]
}

const consumption = 2

const chargeOf = async (admin: Admin, requestId: string): Promise<Charge | undefined> => {
  const { items } = await admin.call<{ items: LogRow[] }>('GET', `/api/log/?request_id=${requestId}`)
  const row = items.find(({ type }) => type === consumption)
  if (!row) return undefined
  const other = JSON.parse(row.other) as LogDetails
  return {
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    cachedTokens: other.cache_tokens ?? 0,
    cacheWriteTokens: other.cache_creation_tokens ?? 0,
    usageSource: row.usage_source,
    quotaExact: row.quota_exact,
    flags: other.usage_flags ?? [],
  }
}

/** @param key pinned to the recording's own channel, so that no other channel can answer */
export const replay = async (
  request: ClientRequest,
  gateway: { readonly url: string; readonly key: string; readonly admin: Admin },
  upstream: RecordedUpstream,
  index: number,
): Promise<Observation> => {
  const response = await send(gateway.url + request.path, {
    method: 'POST',
    headers: { ...request.headers, ...keyHeaders(request.route, gateway.key) },
    body: request.body,
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  const text = (name: string) => response.headers[name]?.toString()
  return {
    status: response.statusCode,
    contentType: text('content-type') ?? '',
    retryAfter: text('retry-after'),
    bytes,
    received: upstream.takeReceived(index),
    charge: await chargeOf(gateway.admin, text('x-request-id') ?? ''),
  }
}
