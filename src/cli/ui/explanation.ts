import type { DataOf } from '../client/contract-types.ts'
import type { View } from '../define-command.ts'
import type { Phrase, PhraseKey } from '../phrases/phrases.ts'
import { grouped } from './money.ts'
import { drawTable, loadMeasure } from './table.ts'

type Answer = DataOf<'/api/log/explain/{request_id}', 'get'>

/**
 * The record of one request, as far as the caller may see it. Every part may be missing: users see no channels, and
 * refused requests have no price.
 */
interface CallRecord {
  readonly method?: string
  readonly path?: string
  readonly model?: string
  readonly upstream_model?: string
  readonly group?: string
  readonly token?: string
  readonly pinned?: boolean
  /** `state`, `session` or `opening`. */
  readonly affinity?: string
  /** Models that were tried before the one that answered. */
  readonly passed_over?: readonly {
    readonly model: string
    readonly reason: string
    readonly message?: string
  }[]
  readonly candidates?: readonly Candidate[]
  readonly skipped?: readonly {
    readonly channel_id?: number
    readonly channel_name?: string
    readonly reason?: string
  }[]
  readonly attempts?: readonly Attempt[]
  readonly first_byte_ms?: number
  readonly price?: Price
  readonly usage?: { readonly source?: string; readonly rule?: string; readonly flags?: readonly string[] }
  readonly hold?: { readonly amount?: string; readonly at_ms?: number; readonly settled_ms?: number }
  /** The reason for a refusal before any channel was tried. */
  readonly refusal?: string
}

interface Candidate {
  readonly channel_id?: number
  readonly channel_name?: string
  readonly priority?: number
  readonly weight?: number
  readonly failed_lately?: boolean
}

interface Attempt extends Candidate {
  readonly status?: number
  readonly took_ms?: number
  readonly error?: string
  readonly reason?: string
  /** The error and the reason in words, from newer daemons. */
  readonly message?: string
}

interface Price {
  readonly kind?: 'per-token' | 'per-call'
  readonly terms?: readonly { readonly name: string; readonly tokens: number; readonly ratio: string }[]
  readonly modelRatio?: string
  readonly modelPrice?: string | null
  readonly quotaPerUnit?: string
  readonly group?: string
  readonly groupRatio?: string
  readonly longPromptAbove?: number | null
  readonly quota?: string
}

/** Explains routing and price as plain text. */
export async function drawExplanation(answer: Answer, view: View): Promise<string> {
  const record = withFailures(answer)
  const { phrase } = view
  const labels = [phrase('explain.routing'), phrase('explain.price'), phrase('explain.hold')] as const
  const measure = await loadMeasure(labels)
  /** Puts the label before the first line and aligns the other lines below. */
  const labelled = (label: string, lines: readonly string[]): string[] =>
    lines.map((line, at) =>
      `${at === 0 ? label + ' '.repeat(10 - measure(label)) : ' '.repeat(10)}${line}`.trimEnd(),
    )
  const blocks = [
    header(answer, record, view),
    labelled(labels[0], await routing(record, view)),
    [...labelled(labels[1], price(answer, record, view)), ...labelled(labels[2], hold(answer, record, view))],
  ]
  return `${blocks
    .filter((each) => each.length > 0)
    .map((each) => each.join('\n'))
    .join('\n\n')}\n`
}

const failure = 6

/**
 * Builds the record of a failed request from its log rows, one per attempt, which show where it went and why it failed.
 * A request that was refused before any channel was tried has one row, without a channel.
 */
function withFailures(answer: Answer): CallRecord {
  const record: CallRecord = answer.explanation
  const failed = answer.logs.filter(({ type }) => type === failure)
  const [only] = failed
  if (record.attempts !== undefined || only === undefined) return record
  if (failed.length === 1 && isRefusal(only))
    return { ...record, refusal: `${statusOf(only.other) ?? ''} ${only.content}`.trim() }
  return {
    ...record,
    attempts: failed.map((row): Attempt => {
      const status = statusOf(row.other)
      return {
        // Only administrators see channels.
        ...(row.channel === undefined ? { channel_name: '' } : { channel_id: row.channel }),
        ...(row.channel_name ? { channel_name: row.channel_name } : {}),
        ...(status === undefined ? {} : { status }),
        took_ms: row.use_time * 1000,
        error: row.content,
      }
    }),
  }
}

/**
 * Whether a row is a refusal instead of a failed attempt. To administrators, it has no channel; to others, only its
 * count shows it.
 */
const isRefusal = ({ channel, other }: Answer['logs'][number]): boolean =>
  channel === 0 || /"count":\d/.test(other)

/** Reads the status from the row's JSON. */
function statusOf(other: string): number | undefined {
  const found = /"status_code":(\d{3})\b/.exec(other)
  return found ? Number(found[1]) : undefined
}

function header(answer: Answer, record: CallRecord, { phrase, time }: View): string[] {
  const row = answer.logs.find(({ type }) => type === 2) ?? answer.logs[0]
  const model = record.model ?? row?.model_name ?? ''
  const parts = [
    `${record.method ?? 'POST'} ${record.path ?? ''}`.trim(),
    model,
    record.upstream_model !== undefined && record.upstream_model !== model
      ? `-> ${record.upstream_model}`
      : '',
    named(phrase('explain.token'), record.token ?? row?.token_name),
    named(phrase('explain.group'), record.group ?? row?.group),
    row === undefined ? '' : time(row.created_at),
  ]
  return [
    parts.filter((each) => each !== '').join('  '),
    ...(answer.outcome === 'charged' ? [] : [phrase(`outcome.${answer.outcome}`)]),
  ]
}

const named = (word: string, value: string | undefined): string => (value ? `${word} ${value}` : '')

async function routing(record: CallRecord, { phrase }: View): Promise<string[]> {
  if (record.refusal !== undefined) return [phrase('explain.refused', { reason: record.refusal })]
  const attempts = record.attempts ?? []
  const candidates = record.candidates ?? []
  const tried = new Set(attempts.map(({ channel_id: id }) => id))
  const nameOf = (each: Candidate): string =>
    each.channel_name ??
    candidates.find(({ channel_id: id }) => id === each.channel_id)?.channel_name ??
    `#${each.channel_id ?? '?'}`
  const rows = [
    ...attempts.map((each, at) => [
      String(at + 1),
      nameOf(each),
      ...rank(each, phrase),
      outcome(each, at === attempts.length - 1, record, phrase),
    ]),
    ...candidates
      .filter(({ channel_id: id }) => !tried.has(id))
      .map((each) => [
        '-',
        nameOf(each),
        ...rank(each, phrase),
        phrase(each.failed_lately ? 'explain.failedLately' : 'explain.notTried'),
      ]),
    ...(record.skipped ?? []).map((each) => [
      '-',
      nameOf(each),
      '',
      '',
      phrase('explain.skipped', { reason: reasonOf(each.reason, phrase) }),
    ]),
  ]
  if (rows.length === 0) return []
  const drawn = await drawTable({ headings: ['', '', '', '', ''], rows, rightAligned: new Set() })
  // The table has no headings, so its first line is empty.
  return [...drawn.split('\n').slice(1, -1), ...leaning(record, phrase), ...passedOver(record, phrase)]
}

/** Describes why the request was sent to the same channel as an earlier one. */
function leaning({ affinity }: CallRecord, phrase: Phrase): readonly string[] {
  switch (affinity) {
    case 'state':
    case 'session':
    case 'opening':
      return [phrase(`explain.affinity.${affinity}`)]
    default:
      return []
  }
}

/** Lists the models that were tried before the one that answered. */
const passedOver = ({ passed_over: models = [], model }: CallRecord, phrase: Phrase): readonly string[] =>
  models.map((each, at) =>
    phrase('explain.fallback', {
      model: each.model,
      reason: each.message ?? each.reason,
      next: models[at + 1]?.model ?? model ?? '?',
    }),
  )

const rank = ({ priority, weight }: Candidate, phrase: Phrase): [string, string] => [
  priority === undefined ? '' : phrase('explain.priority', { priority }),
  weight === undefined ? '' : phrase('explain.weight', { weight }),
]

function outcome(attempt: Attempt, isLast: boolean, record: CallRecord, phrase: Phrase): string {
  const status = attempt.status ? String(attempt.status) : ''
  const took = seconds(attempt.took_ms)
  if (attempt.error === undefined) {
    const first =
      record.first_byte_ms === undefined
        ? ''
        : phrase('explain.firstByte', { seconds: seconds(record.first_byte_ms) })
    return [status, first, took && phrase('explain.end', { seconds: took })].filter(Boolean).join(', ')
  }
  const reason = `${status} ${attempt.message ?? attempt.reason ?? attempt.error}`.trim()
  return `${phrase('explain.failedAfter', { reason, seconds: took })}${isLast ? '' : ` -> ${phrase('explain.next')}`}`
}

const seconds = (ms: number | undefined): string =>
  ms === undefined ? '' : (ms / 1000).toFixed(ms < 10_000 ? 2 : 1)

const skipKeys: Readonly<Record<string, PhraseKey>> = {
  cooling: 'explain.skip.cooling',
  'prompt-too-long': 'explain.skip.prompt-too-long',
  unsupported: 'explain.skip.unsupported',
  'no-usable-key': 'explain.skip.no-usable-key',
  failing: 'explain.skip.failing',
}

function reasonOf(reason: string | undefined, phrase: Phrase): string {
  const key = skipKeys[reason ?? '']
  return key ? phrase(key) : (reason ?? '?')
}

const termKeys: Readonly<Record<string, PhraseKey>> = {
  input: 'explain.term.input',
  'cache-read': 'explain.term.cacheRead',
  'cache-write': 'explain.term.cacheWrite',
  'cache-write-hour': 'explain.term.cacheWriteHour',
  'audio-input': 'explain.term.audioInput',
  'image-input': 'explain.term.imageInput',
  output: 'explain.term.output',
  'audio-output': 'explain.term.audioOutput',
  'image-output': 'explain.term.imageOutput',
}

/** Groups the digits before the decimal point. */
const readable = (decimal: string): string => decimal.replace(/^-?\d+/, grouped)

function price(answer: Answer, record: CallRecord, { phrase, money }: View): string[] {
  const { price: found, usage } = record
  const source =
    usage?.source === undefined
      ? ''
      : phrase(sourceKeys[usage.source] ?? 'explain.source.other', { source: usage.source })
  const charged = answer.quota_exact ?? found?.quota
  const isFree = answer.outcome === 'failed' && found === undefined
  const total =
    charged === undefined || isFree
      ? []
      : [
          [`= ${phrase('explain.quota', { quota: readable(charged) })} = ${money.exact(charged)}`, source]
            .filter(Boolean)
            .join('        '),
        ]
  if (found === undefined) return total
  const group = `${found.group ?? ''} ${found.groupRatio ?? '1'}`.trim()
  const formula =
    found.kind === 'per-call'
      ? phrase('explain.perCall', {
          price: found.modelPrice ?? '0',
          quotaPerUnit: readable(found.quotaPerUnit ?? '500000'),
          group,
        })
      : phrase('explain.perToken', { terms: termsText(found, phrase), model: found.modelRatio ?? '?', group })
  const flags = usage?.flags ?? []
  return [
    formula,
    ...(typeof found.longPromptAbove === 'number'
      ? [phrase('explain.longPrompt', { above: grouped(String(found.longPromptAbove)) })]
      : []),
    ...total,
    ...(flags.length === 0 ? [] : [phrase('explain.flags', { flags: flags.join(', ') })]),
  ]
}

function termsText({ terms = [] }: Price, phrase: Phrase): string {
  const texts = terms.map(({ name, tokens, ratio }) => {
    const key = termKeys[name]
    return `${grouped(String(tokens))} ${key ? phrase(key) : name}${ratio === '1' ? '' : ` x ${ratio}`}`
  })
  return texts.length === 0 ? `0 ${phrase('explain.tokens')}` : texts.join(' + ')
}

const sourceKeys: Readonly<Record<string, PhraseKey>> = {
  upstream: 'explain.source.upstream',
  'upstream-partial': 'explain.source.partial',
  counted: 'explain.source.counted',
  held: 'explain.source.held',
}

function hold(answer: Answer, record: CallRecord, { phrase, money }: View): string[] {
  const { hold: found } = record
  if (found?.amount === undefined) return []
  const parts = [
    found.at_ms === undefined
      ? money.exact(found.amount)
      : phrase('explain.heldAt', { amount: money.exact(found.amount), time: clockTime(found.at_ms) }),
    found.settled_ms === undefined ? '' : phrase('explain.settledAt', { time: clockTime(found.settled_ms) }),
    answer.balance_after_exact === undefined
      ? ''
      : phrase('explain.balanceAfter', { amount: money.exact(answer.balance_after_exact) }),
  ]
  return [parts.filter(Boolean).join(', ')]
}

/** Formats the local time of day to the millisecond. */
function clockTime(ms: number): string {
  const at = new Date(ms)
  const padded = (value: number, width = 2): string => String(value).padStart(width, '0')
  return `${padded(at.getHours())}:${padded(at.getMinutes())}:${padded(at.getSeconds())}.${padded(at.getMilliseconds(), 3)}`
}
