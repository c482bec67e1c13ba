import type { Explanation } from './use-explanation.ts'
import type { Log } from './use-logs.ts'

/** The row's `other`, as far as it has it; everything may be missing. */
export interface LogOther {
  readonly model_ratio?: number
  readonly completion_ratio?: number
  /** Dollars per call; -1 where tokens are priced. */
  readonly model_price?: number
  readonly group_ratio?: number
  /** The special ratio that was applied instead of the group's. */
  readonly user_group_ratio?: number
  readonly cache_tokens?: number
  readonly cache_ratio?: number
  readonly cache_creation_tokens?: number
  readonly cache_creation_ratio?: number
  readonly claude?: boolean
  /** Milliseconds to the first byte; -1000 where nothing was streamed. */
  readonly frt?: number
  readonly is_model_mapped?: boolean
  readonly upstream_model_name?: string
  readonly upstream_format?: string
  readonly admin_info?: { readonly use_channel?: readonly string[] }
  readonly ws?: boolean
  readonly audio?: boolean
  readonly audio_input?: number
  readonly audio_output?: number
  readonly text_input?: number
  readonly text_output?: number
  readonly reasoning_effort?: string
  readonly reasoning_tokens?: number
  readonly usage_flags?: readonly string[]
  readonly translation_lost?: readonly string[]
  readonly error_type?: string
  readonly error_code?: string
  readonly status_code?: number
  readonly channel_id?: number
  readonly system_prompt?: string
  readonly context?: string
  readonly input_content?: string
  readonly output_content?: string
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

/** Reads `other`; what cannot be read counts as empty. */
export function readOther({ other }: Pick<Log, 'other'>): LogOther {
  try {
    return asObject(JSON.parse(other || '{}')) as LogOther
  } catch {
    return {}
  }
}

export interface PriceTerm {
  readonly name: string
  readonly tokens: number
  readonly ratio: string
}

export interface Price {
  readonly kind: 'per-token' | 'per-call'
  readonly terms: readonly PriceTerm[]
  readonly modelRatio: string
  readonly modelPrice: string | null
  readonly units: string | null
  readonly surcharge: string | null
  readonly quotaPerUnit: string
  readonly group: string
  readonly groupRatio: string
  readonly quota: string
  readonly dollars: string
}

export interface Attempt {
  /** Empty for those who are not told. */
  readonly channel: string
  readonly status: number
  readonly tookMs: number
  readonly error: string
}

/** What was written down of one call, in the shape that is drawn. */
export interface CallRecord {
  readonly price: Price | undefined
  readonly attempts: readonly Attempt[]
  readonly skipped: readonly { readonly channel: string; readonly reason: string }[]
  readonly firstByteMs: number
  readonly path: string
  readonly source: string
  readonly hold: string
}

const list = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(asObject) : []
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const channelName = (entry: Record<string, unknown>): string =>
  text(entry.channel_name) || (number(entry.channel_id) === 0 ? '' : `#${number(entry.channel_id)}`)

/** A call that failed has no record of its own, but a row for each attempt: those tell where it went. */
export function readCall({ explanation, logs }: Explanation): CallRecord {
  const price = asObject(explanation.price)
  const recorded = list(explanation.attempts).map((each) => ({
    channel: channelName(each),
    status: number(each.status),
    tookMs: number(each.took_ms),
    error: text(each.reason) || text(each.error),
  }))
  const names = new Map(list(explanation.candidates).map((each) => [each.channel_id, channelName(each)]))
  return {
    price: typeof price.line === 'string' ? (price as unknown as Price) : undefined,
    attempts: recorded.length > 0 ? recorded : logs.filter(({ type }) => type === 6).map(failedAttempt),
    skipped: list(explanation.skipped).map((each) => ({
      channel: names.get(each.channel_id) || channelName(each),
      reason: text(each.reason),
    })),
    firstByteMs: number(explanation.first_byte_ms),
    path: text(explanation.path),
    source: text(asObject(explanation.usage).source),
    hold: text(asObject(explanation.hold).amount),
  }
}

const failedAttempt = (row: Log): Attempt => ({
  channel: row.channel_name || (row.channel ? `#${row.channel}` : ''),
  status: number(readOther(row).status_code),
  tookMs: row.use_time * 1000,
  error: row.content,
})
