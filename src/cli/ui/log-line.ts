import type { ItemOf } from '../client/contract-types.ts'
import type { Phrase, PhraseKey } from '../phrases/phrases.ts'
import { grouped, type Money } from './money.ts'
import { cut, oneLine } from './table.ts'

/** How lines of the log are drawn. */
export interface LogLineLook {
  readonly phrase: Phrase
  readonly money: Money
  /** Columns a text takes on a terminal, Chinese counted double. */
  measure(text: string): number
  /** Width of the terminal in columns; undefined = not a terminal, nothing is truncated. */
  readonly widthMax: number | undefined
  /** Unix milliseconds: what is not of today shows its date. */
  now(): number
}

const consumption = 2
const failure = 6

/** Widths of model, token and channel if nothing is truncated: streamed lines cannot wait for the widest one. */
const nameWidths = [18, 12, 15] as const
/** Width of the rest of a request's line: time, tokens, seconds, cost and the gaps. */
const restWidth = 61

/** What a line needs from the JSON in `other`. */
interface Details {
  /** Milliseconds to the first token; negative for answers that were not streamed. */
  readonly frt?: unknown
  readonly usage_flags?: unknown
  readonly status_code?: unknown
  /** Of requests that submitted a task. */
  readonly action?: unknown
  readonly task_id?: unknown
}

/**
 * Draws one row of the log as one line without its break:
 * `14:02:51  gpt-4o-mini  ci  openai-main  412 in  88 out  0.4/ 1.2 s  $0.000115`.
 */
export function drawLogLine(row: ItemOf<'/api/log/'>, look: LogLineLook): string {
  const { measure, widthMax } = look
  const shorten = (text: string): string => (widthMax === undefined ? text : cut(text, widthMax, measure))
  const rest = restOf(row, look)
  const time = timeOf(row.created_at, look.now())
  // Rows that are not requests show the user in place of the model.
  if (row.type !== consumption && row.type !== failure)
    return shorten(
      [time, ...columns([typeOf(row.type, look.phrase), row.username], look), ...rest].join('  '),
    )
  const channel =
    row.channel === undefined ? [] : [row.channel_name || (row.channel ? `#${row.channel}` : '-')]
  const names = [row.model_name, row.token_name || '-', ...channel]
  return shorten([time, ...columns(names, look), ...rest].join('  ').trimEnd())
}

/** Aligned names; on a terminal they share the width the numbers leave and are truncated to it. */
export function columns(names: readonly string[], { measure, widthMax }: LogLineLook): string[] {
  const usual = nameWidths.slice(0, names.length).reduce((sum, width) => sum + width, 0)
  const share = widthMax === undefined ? 1 : Math.min(2, Math.max(0.4, (widthMax - restWidth) / usual))
  return names.map((name, at) => {
    const width = Math.floor((nameWidths[at] ?? 0) * share)
    const shown = widthMax === undefined ? oneLine(name) : cut(oneLine(name), width, measure)
    return shown + ' '.repeat(Math.max(0, width - measure(shown)))
  })
}

function restOf(row: ItemOf<'/api/log/'>, { phrase, money }: LogLineLook): string[] {
  const details = readDetails(row.other)
  const content = oneLine(row.content)
  if (row.type === failure) {
    const status =
      typeof details.status_code === 'number' && details.status_code > 0 ? details.status_code : ''
    return [phrase('logLine.failed', { reason: content }) + (status === '' ? '' : ` (${status})`)]
  }
  if (row.type !== consumption) return [content, ...(row.quota === 0 ? [] : [money.call(row.quota_exact)])]
  if (typeof details.task_id === 'string' && typeof details.action === 'string')
    return [details.action, details.task_id, money.call(row.quota_exact)].map(oneLine)
  const flags = Array.isArray(details.usage_flags) ? details.usage_flags : []
  return [
    phrase('logLine.in', { count: grouped(String(row.prompt_tokens)).padStart(7) }),
    phrase('logLine.out', { count: grouped(String(row.completion_tokens)).padStart(6) }),
    `${firstByte(details.frt).padStart(4)}${row.use_time.toFixed(1).padStart(4)} s`,
    money.call(row.quota_exact),
    ...(flags.includes('interrupted') ? [phrase('logLine.cut')] : []),
  ]
}

const firstByte = (frt: unknown): string =>
  typeof frt === 'number' && frt >= 0 ? `${(frt / 1000).toFixed(1)}/` : ''

const typeOf = (type: number, phrase: Phrase): string =>
  type >= 0 && type <= 6 ? phrase(`logType.${type}` as PhraseKey) : String(type)

function readDetails(other: string): Details {
  try {
    const value: unknown = JSON.parse(other)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A row from an older version or another program: unreadable values are not shown.
    return {}
  }
}

/** Local time of day; with the date before it when that is not today. */
export function timeOf(seconds: number, nowMs: number): string {
  const at = new Date(seconds * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')
  if (at.toDateString() === new Date(nowMs).toDateString()) return time
  return `${two(at.getMonth() + 1)}-${two(at.getDate())} ${time}`
}
