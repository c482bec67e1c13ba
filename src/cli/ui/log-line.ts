import type { ItemOf } from '../client/contract-types.ts'
import type { Phrase, PhraseKey } from '../phrases/phrases.ts'
import { grouped, type Money } from './money.ts'
import { cut, oneLine } from './table.ts'

/** Settings for drawing log lines. */
export interface LogLineLook {
  readonly phrase: Phrase
  readonly money: Money
  /** Measures a text in terminal columns, counting Chinese characters as two. */
  measure(text: string): number
  /** Width of the terminal in columns; undefined = not a terminal, nothing is truncated. */
  readonly widthMax: number | undefined
  /** Unix milliseconds; rows from other days show their date. */
  now(): number
}

const consumption = 2
const failure = 6

/**
 * Widths of model, token and channel if nothing is truncated. They are fixed, because streamed lines cannot wait for
 * the widest one.
 */
const nameWidths = [18, 12, 15] as const
/** Names are not shortened below this share of their usual width; another part is left out instead. */
const SHARE_MIN = 0.4
const SHARE_MAX = 2
/** Widths of `14:02:51` and `$0.020410`. */
const [TIME_WIDTH, COST_WIDTH] = [8, 9]
/** Width of everything else in a request's line: time, tokens, seconds, cost and gaps. */
const REST_WIDTH = 61

/** The part of the JSON in `other` that a line needs. */
interface Details {
  /** Milliseconds to the first token; negative for responses that were not streamed. */
  readonly frt?: unknown
  readonly usage_flags?: unknown
  readonly status_code?: unknown
  /** Set for requests that submitted a task. */
  readonly action?: unknown
  readonly task_id?: unknown
}

/**
 * Draws one log row as a line, without a line break:
 * `14:02:51  gpt-4o-mini  ci  openai-main  412 in  88 out  0.4/ 1.2 s  $0.000115`.
 * The cost of a row and the status of a failure are never truncated.
 */
export function drawLogLine(row: ItemOf<'/api/log/'>, look: LogLineLook): string {
  const { phrase, money } = look
  const details = readDetails(row.other)
  const time = timeOf(row.created_at, look.now())
  const content = oneLine(row.content)
  // Rows that are not requests show the user instead of the model.
  if (row.type !== consumption && row.type !== failure) {
    const names = columns([typeOf(row.type, phrase), row.username], look)
    const amount = row.quota === 0 ? '' : `  ${money.signed(row.quota_exact)}`
    return endingWith(amount, [time, ...names, content].join('  '), look)
  }
  const channel =
    row.channel === undefined ? [] : [row.channel_name || (row.channel ? `#${row.channel}` : '-')]
  const names = [row.model_name || '-', row.token_name || '-', ...channel]
  if (row.type === failure) {
    const status = statusOf(row.other)
    const failed = [time, ...columns(names, look), phrase('logLine.failed', { reason: content })]
    return endingWith(status === undefined ? '' : ` (${status})`, failed.join('  '), look)
  }
  const cost = `  ${money.call(row.quota_exact)}`
  if (typeof details.task_id === 'string' && typeof details.action === 'string') {
    const task = [details.action, details.task_id].map(oneLine)
    return endingWith(cost, [time, ...columns(names, look), ...task].join('  '), look)
  }
  return callLine({ row, details, time, names, cost }, look)
}

interface CallLine {
  readonly row: ItemOf<'/api/log/'>
  readonly details: Details
  readonly time: string
  readonly names: readonly string[]
  readonly cost: string
}

/** Parts of a call's line other than time and cost. */
interface CallParts {
  readonly names: number
  readonly hasTokens: boolean
  readonly hasSeconds: boolean
}

const everything: CallParts = { names: 3, hasTokens: true, hasSeconds: true }
/** Parts that remain on narrower and narrower terminals. */
const sacrifices: readonly CallParts[] = [
  everything,
  { names: 2, hasTokens: true, hasSeconds: true },
  { names: 2, hasTokens: true, hasSeconds: false },
  { names: 1, hasTokens: true, hasSeconds: false },
  { names: 1, hasTokens: false, hasSeconds: false },
]
const least: CallParts = { names: 0, hasTokens: false, hasSeconds: false }

function callLine({ row, details, time, names, cost }: CallLine, look: LogLineLook): string {
  const { phrase, widthMax } = look
  const count = (key: 'logLine.in' | 'logLine.out', tokens: string): string =>
    phrase(key, { count: tokens.padStart(key === 'logLine.in' ? 7 : 6) })
  const numbers = ({ hasTokens, hasSeconds }: CallParts, input: string, output: string): string[] => [
    ...(hasTokens ? [count('logLine.in', input), count('logLine.out', output)] : []),
    ...(hasSeconds ? [`${firstByte(details.frt).padStart(4)}${row.use_time.toFixed(1).padStart(4)} s`] : []),
  ]
  /** Returns the same width for every row in this language, so that lines stay aligned. */
  const restOf = (parts: CallParts): number =>
    TIME_WIDTH +
    2 +
    COST_WIDTH +
    numbers(parts, '', '').reduce((sum, each) => sum + look.measure(each) + 2, 0)
  const parts =
    widthMax === undefined
      ? everything
      : (sacrifices.find(
          (each) => shareOf(names.slice(0, each.names), restOf(each), widthMax) >= SHARE_MIN,
        ) ?? least)
  const shown = columns(names.slice(0, parts.names), look, restOf(parts))
  const tokens = [row.prompt_tokens, row.completion_tokens].map((each) => grouped(String(each)))
  const lead = [time, ...shown, ...numbers(parts, tokens[0] ?? '', tokens[1] ?? '')].join('  ')
  const flags = Array.isArray(details.usage_flags) ? details.usage_flags : []
  const cutShort = flags.includes('interrupted') ? `  ${phrase('logLine.cut')}` : ''
  // The cost is more important than the remark that a response was cut short.
  const fits = widthMax === undefined || look.measure(lead + cost + cutShort) <= widthMax
  return endingWith(fits ? cost + cutShort : cost, lead, look)
}

/** Draws a line whose end is never truncated: the text before it is truncated instead. */
export function endingWith(end: string, lead: string, { measure, widthMax }: LogLineLook): string {
  if (widthMax === undefined || measure(lead + end) <= widthMax) return (lead + end).trimEnd()
  const room = widthMax - measure(end)
  return room > 0 ? cut(lead, room, measure) + end : cut(end.trim(), widthMax, measure)
}

/** Returns the share of their usual width that names get next to the rest of the line. */
function shareOf(names: readonly string[], rest: number, widthMax: number): number {
  const usual = nameWidths.slice(0, names.length).reduce((sum, width) => sum + width, 0)
  return (widthMax - rest - names.length * 2) / usual
}

/** Aligns names. On a terminal, they share the width that the rest of the line leaves, and are truncated to it. */
export function columns(
  names: readonly string[],
  { measure, widthMax }: LogLineLook,
  rest = REST_WIDTH - names.length * 2,
): string[] {
  const share =
    widthMax === undefined ? 1 : Math.min(SHARE_MAX, Math.max(SHARE_MIN, shareOf(names, rest, widthMax)))
  return names.map((name, at) => {
    const width = Math.floor((nameWidths[at] ?? 0) * share)
    const shown = widthMax === undefined ? oneLine(name) : cut(oneLine(name), width, measure)
    return shown + ' '.repeat(Math.max(0, width - measure(shown)))
  })
}

/** Returns the HTTP status of a failed call. */
export function statusOf(other: string): number | undefined {
  const { status_code: status } = readDetails(other)
  return typeof status === 'number' && status > 0 ? status : undefined
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
    // The row is from an older version or another program; unreadable values are not shown.
    return {}
  }
}

/** Formats the local time of day, with the date if it is not today. */
export function timeOf(seconds: number, nowMs: number): string {
  const at = new Date(seconds * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')
  if (at.toDateString() === new Date(nowMs).toDateString()) return time
  return `${two(at.getMonth() + 1)}-${two(at.getDate())} ${time}`
}
