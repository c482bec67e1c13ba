import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SecretBox } from '../../db/secrets.ts'
import { asObject } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'

/** One event of a stream, as it was sent to the client. */
export interface KeptEvent {
  /** The event's `sequence_number`. */
  readonly seq: number
  /** Includes the empty line that ends the event. */
  readonly text: string
}

/** A response whose events are stored, and how long. */
interface Followed {
  readonly id: string
  readonly expiresMs: number
}

interface EventsRow {
  readonly seq: number
  readonly events: string
}

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** How many pieces one query reads. A piece holds half a second of a stream. */
const PIECES_MAX = 32
/** The sequence number of the first piece, which has no events. */
const BEFORE_ALL = -1

/** Stores the streams of background responses, sealed. Any daemon of the installation can read them while they grow. */
export class ResponseEvents {
  readonly #knex: Knex
  readonly #secrets: SecretBox

  constructor({ knex, secrets }: { readonly knex: Knex; readonly secrets: SecretBox }) {
    this.#knex = knex
    this.#secrets = secrets
  }

  /** Records that this response has a stream; {@link areKept} is true from now on. */
  async begin(response: Followed): Promise<void> {
    await this.#insert(response, BEFORE_ALL, [])
  }

  /** Stores the next events of a stream. @param events at least one, in order */
  async add(response: Followed, events: readonly KeptEvent[]): Promise<void> {
    await this.#insert(response, events.at(-1)?.seq ?? BEFORE_ALL, events)
  }

  async areKept(id: string): Promise<boolean> {
    return (
      (await this.#knex('response_events').where({ response_id: id, seq: BEFORE_ALL }).first('seq')) !==
      undefined
    )
  }

  /** Returns the stored events after a sequence number, in order; only the first ones if there are many. */
  async after(id: string, seq: number): Promise<readonly KeptEvent[]> {
    const rows: EventsRow[] = await this.#knex('response_events')
      .where({ response_id: id })
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(PIECES_MAX)
      .select('seq', 'events')
    const pieces = await Promise.all(rows.map((row) => this.#open(id, row)))
    return pieces.flat().filter((event) => event.seq > seq)
  }

  /** Returns the last stored event. */
  async last(id: string): Promise<KeptEvent | undefined> {
    const row: EventsRow | undefined = await this.#knex('response_events')
      .where({ response_id: id })
      .orderBy('seq', 'desc')
      .first('seq', 'events')
    return row && (await this.#open(id, row)).at(-1)
  }

  async delete(id: string): Promise<void> {
    await this.#knex('response_events').where({ response_id: id }).delete()
  }

  async #insert({ id, expiresMs }: Followed, seq: number, events: readonly KeptEvent[]): Promise<void> {
    const text = (await zip(JSON.stringify(events))).toString('base64')
    await this.#knex('response_events')
      .insert({
        response_id: id,
        seq,
        events: this.#secrets.seal(text, contextOf(id, seq)),
        expires_ms: expiresMs,
      })
      // The row already exists if an earlier attempt stored it and the database's reply was lost.
      .onConflict(['response_id', 'seq'])
      .ignore()
  }

  async #open(id: string, { seq, events }: EventsRow): Promise<readonly KeptEvent[]> {
    const text = await unzip(Buffer.from(this.#secrets.open(events, contextOf(id, Number(seq))), 'base64'))
    return JSON.parse(text.toString('utf8')) as readonly KeptEvent[]
  }
}

const contextOf = (id: string, seq: number): string => `response events:${id}:${seq}`

/** How often new events are stored. A client that follows the stream gets them up to this much later. */
const WRITE_EVERY_MS = 500

interface RecorderDeps {
  readonly events: ResponseEvents
  readonly log: Logger
}

/** Stores the events of one stream while it runs. */
export class EventRecorder {
  readonly #response: Followed
  readonly #deps: RecorderDeps
  #waiting: KeptEvent[] = []
  #lastSeq = BEFORE_ALL
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(response: Followed, deps: RecorderDeps) {
    this.#response = response
    this.#deps = deps
  }

  /** True until the first event arrives. */
  get isEmpty(): boolean {
    return this.#lastSeq === BEFORE_ALL
  }

  /** @param text whole events; comments are left out */
  add(text: string): void {
    if (this.#isStopped) return
    for (const event of text.split(/(?<=\n\r?\n)/)) {
      const data = dataOf(event)
      if (data === undefined) continue
      const stated = data.sequence_number
      const isNext = typeof stated === 'number' && Number.isSafeInteger(stated) && stated > this.#lastSeq
      this.#lastSeq = isNext ? stated : this.#lastSeq + 1
      this.#waiting.push({ seq: this.#lastSeq, text: event })
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#write()
    }, WRITE_EVERY_MS)
  }

  /** Stops storing events, because the response was cancelled or deleted. */
  stop(): void {
    this.#isStopped = true
    this.#waiting = []
    clearTimeout(this.#timer)
  }

  /** Stores the rest. Never rejects. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#write()
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting())
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    const events = this.#waiting
    if (events.length === 0) return
    this.#waiting = []
    try {
      await this.#deps.events.add(this.#response, events)
    } catch (error) {
      // The next write tries to store them again.
      this.#waiting = [...events, ...this.#waiting]
      this.#deps.log.warn({ err: error, responseId: this.#response.id }, 'events are not stored yet')
    }
  }
}

/** Returns the data of an event; undefined for a comment. */
export function dataOf(event: string): JsonObject | undefined {
  const line = event.split('\n').find((each) => each.startsWith('data:'))
  return line === undefined ? undefined : asObject(parseJson(line.slice('data:'.length)))
}

/** Returns the event that ends a stream. It contains the whole response. */
export function closingEvent(answer: JsonObject, seq: number): string {
  const type = `response.${String(answer.status)}`
  const event = { type, sequence_number: seq, response: answer }
  return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`
}
