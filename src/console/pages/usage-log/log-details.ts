import type { Explanation } from './use-explanation.ts'
import type { Log } from './use-logs.ts'

/** The row's `other` field; every member may be missing. */
export interface LogOther {
  readonly model_ratio?: number
  readonly completion_ratio?: number
  /** Dollars per call; -1 if tokens are priced. */
  readonly model_price?: number
  readonly group_ratio?: number
  /** The special ratio that was applied instead of the group's. */
  readonly user_group_ratio?: number
  readonly cache_tokens?: number
  readonly cache_ratio?: number
  readonly cache_creation_tokens?: number
  readonly cache_creation_ratio?: number
  readonly claude?: boolean
  /** Milliseconds to the first byte; -1000 without streaming. */
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

/** Reads a list in `other`; its other members are single values. */
const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.map(String) : undefined

/** Reads `other`; members that cannot be read, or have the wrong type, count as absent. */
export function readOther({ other }: Pick<Log, 'other'>): LogOther {
  let parsed: unknown
  try {
    parsed = JSON.parse(other || '{}')
  } catch {
    return {}
  }
  const { admin_info: info, usage_flags: flags, translation_lost: lost, ...values } = asObject(parsed)
  const plain = Object.entries(values).filter(([name, value]) =>
    numbers.has(name) ? typeof value === 'number' : typeof value !== 'object',
  )
  const tried = texts(asObject(info).use_channel)
  return {
    ...Object.fromEntries(plain.map(([name, value]) => [name, isText(name) ? String(value) : value])),
    ...(tried && { admin_info: { use_channel: tried } }),
    ...(texts(flags) && { usage_flags: texts(flags) }),
    ...(texts(lost) && { translation_lost: texts(lost) }),
  } as LogOther
}

const numbers: ReadonlySet<string> = new Set([
  'model_ratio',
  'completion_ratio',
  'model_price',
  'group_ratio',
  'user_group_ratio',
  'cache_tokens',
  'cache_ratio',
  'cache_creation_tokens',
  'cache_creation_ratio',
  'frt',
  'audio_input',
  'audio_output',
  'text_input',
  'text_output',
  'reasoning_tokens',
  'status_code',
  'channel_id',
])
const switches: ReadonlySet<string> = new Set(['claude', 'is_model_mapped', 'ws', 'audio'])
const isText = (name: string): boolean => !numbers.has(name) && !switches.has(name)

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
  /** Number of tokens. Older daemons omit it. Null if the prompt was not longer than that. */
  readonly longPromptAbove?: number | null
  readonly quota: string
  readonly dollars: string
}

export interface Attempt {
  /** Empty for users who may not see it. */
  readonly channel: string
  readonly status: number
  readonly tookMs: number
  readonly error: string
}

/** The record of one call, in the shape in which it is rendered. */
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

/** Builds the record of a call. A failed call has no record, but one row per attempt, which shows where it went. */
export function readCall({ explanation, logs }: Explanation): CallRecord {
  const price = asObject(explanation.price)
  const recorded = list(explanation.attempts).map((each) => ({
    channel: channelName(each),
    status: number(each.status),
    tookMs: number(each.took_ms),
    error: text(each.message) || text(each.reason) || text(each.error),
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
