import type { Knex } from 'knex'
import type { Clock } from '../../clock.ts'
import type { AppError } from '../../errors/app-error.ts'
import { catalogue } from '../../errors/catalogue.ts'
import { withField } from '../../errors/fill-in.ts'
import { phraseOf } from '../../errors/render-envelope.ts'
import { storableText } from '../../ledger/storable-text.ts'
import type { Caller } from '../admit/callers.ts'

/** The known facts about a call that was refused before quota was held for it. */
export interface RefusedCall {
  readonly requestId: string
  /** Undefined if the key belongs to nobody. */
  readonly caller: Caller | undefined
  readonly group: string
  /** Empty if the request was refused before its body was read. */
  readonly model: string
  readonly isStream: boolean
  readonly address: string
}

export interface RefusalLogDeps {
  readonly knex: Knex
  readonly clock: Clock
  readonly isOn: () => boolean
  readonly onFailure: (error: unknown) => void
}

/** Equal refusals of one key within this time share one row. */
const MINUTE_MS = 60_000
/** How soon a refusal is written to the log. */
const WRITE_MS = 250
/**
 * Limit for different rows of one key within a minute: clients choose model names, and must not fill the log with them.
 */
const ROWS_OF_KEY_MAX = 20
/** Limit for different rows of all keys within a minute. */
const ROWS_MAX = 2_000
const ROWS_PER_WRITE = 100
const MODEL_MAX = 200

/** A row of the log while equal refusals are still counted in it. */
interface OpenRow {
  readonly key: string
  readonly untilMs: number
  readonly columns: Readonly<Record<string, string | number>>
  readonly facts: Readonly<Record<string, unknown>>
  count: number
  isStored: boolean
  isWaiting: boolean
}

/**
 * Writes log rows of type 6 for calls that were refused before a channel was asked. Does not delay the request: rows
 * are written soon after, and their counts updated while equal refusals follow.
 */
export class RefusalLog {
  readonly #deps: RefusalLogDeps
  readonly #open = new Map<string, OpenRow>()
  readonly #rowsOfKey = new Map<string, number>()
  #waiting: OpenRow[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: RefusalLogDeps) {
    this.#deps = deps
  }

  note(call: RefusedCall, error: AppError): void {
    if (!this.#deps.isOn()) return
    // Requests without a key come from browsers or scanners, unless the refusal is about a wrong key.
    if (call.caller === undefined && catalogue[error.code].kind !== 'authentication') return
    const nowMs = this.#deps.clock.now()
    this.#forget(nowMs)
    const row = this.#rowFor(call, error, nowMs)
    if (row === undefined) return
    row.count += 1
    if (row.isWaiting) return
    row.isWaiting = true
    this.#waiting.push(row)
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_MS).unref()
  }

  /** Writes all waiting rows. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#writeAll())
    return this.#writing
  }

  #rowFor(call: RefusedCall, error: AppError, nowMs: number): OpenRow | undefined {
    const owner = `${call.caller?.userId ?? 0} ${call.caller?.tokenId ?? 0}`
    const model = storableText(call.model || modelOf(error)).slice(0, MODEL_MAX)
    const known = this.#open.get(`${owner} ${error.code} ${error.status} ${model}`)
    if (known) return known
    // Beyond this many different rows, further refusals of this key are counted together.
    const rows = this.#rowsOfKey.get(owner) ?? 0
    const named = rows < ROWS_OF_KEY_MAX ? model : ''
    const key = `${owner} ${error.code} ${error.status} ${named}`
    const together = this.#open.get(key)
    if (together || this.#open.size >= ROWS_MAX) return together
    const row: OpenRow = {
      key,
      untilMs: nowMs + MINUTE_MS,
      columns: columnsOf(call, named, error, nowMs),
      facts: factsOf(error),
      count: 0,
      isStored: false,
      isWaiting: false,
    }
    this.#open.set(key, row)
    this.#rowsOfKey.set(owner, rows + 1)
    return row
  }

  /** Closes rows that have expired. They are in order of time. */
  #forget(nowMs: number): void {
    for (const [key, row] of this.#open) {
      if (row.untilMs > nowMs) return
      this.#open.delete(key)
      const owner = key.split(' ', 2).join(' ')
      const rows = (this.#rowsOfKey.get(owner) ?? 1) - 1
      if (rows > 0) this.#rowsOfKey.set(owner, rows)
      else this.#rowsOfKey.delete(owner)
    }
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.splice(0, ROWS_PER_WRITE)
      for (const row of rows) row.isWaiting = false
      try {
        await this.#write(rows)
      } catch (error) {
        // The usage log lacks these rows, but the metrics and the daemon's log have them.
        this.#deps.onFailure(error)
      }
    }
  }

  async #write(rows: readonly OpenRow[]): Promise<void> {
    const texts = (row: OpenRow) => ({ other: JSON.stringify({ ...row.facts, count: row.count }) })
    await this.#deps.knex.transaction(async (trx) => {
      const added = rows.filter(({ isStored }) => !isStored)
      if (added.length > 0)
        await trx('usage_logs').insert(added.map((row) => ({ ...row.columns, ...texts(row) })))
      for (const row of rows.filter(({ isStored }) => isStored))
        await trx('usage_logs')
          // `type <> 2` allows the use of the index for rows without a charge.
          .whereRaw('request_id = ? AND type = 6 AND type <> 2', [row.columns.request_id ?? ''])
          .update(texts(row))
    })
    for (const row of rows) row.isStored = true
  }
}

function columnsOf(
  { requestId, caller, group, isStream, address }: RefusedCall,
  model: string,
  error: AppError,
  atMs: number,
): Readonly<Record<string, string | number>> {
  return {
    request_id: requestId,
    at_ms: atMs,
    type: 6,
    user_id: caller?.userId ?? 0,
    username: caller?.username ?? '',
    token_id: caller?.tokenId ?? 0,
    token_name: caller?.tokenName ?? '',
    group_name: group,
    model,
    is_stream: isStream ? 1 : 0,
    ip: caller?.showsIpInLogs ? address : '',
    // In English, which searches of the log use. Readers get the facts in `other` in their own language.
    content: storableText(phraseOf(error, 'en', { requestId })),
  }
}

/** Reads the model from the error: some refusals name it although the request was not read further. */
function modelOf({ options }: AppError): string {
  const model = options.values?.model
  return typeof model === 'string' ? model : ''
}

/** Returns the facts about a refusal, apart from its count. */
function factsOf(error: AppError): Readonly<Record<string, unknown>> {
  return {
    error_type: catalogue[error.code].kind,
    error_code: error.code,
    status_code: error.status,
    ...textFactsOf(error),
  }
}

/** Returns what the log needs to write the text in another language. */
function textFactsOf({ options }: AppError): Readonly<Record<string, unknown>> {
  const { message, phrase, field, values = {} } = options
  if (message !== undefined) return {}
  return phrase === undefined
    ? { error_values: values }
    : { error_phrase: { name: phrase, values: withField(field, values) } }
}
