import type { Knex } from 'knex'
import { announce, type ChangeFeed } from '../../db/changes.ts'
import type { SecretBox } from '../../db/secrets.ts'
import { objectsOf } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'

/** A stored response. */
export interface KeptResponse {
  readonly id: string
  readonly userId: number
  readonly previousId: string | undefined
  /** The id under which a vendor stores it; undefined = it is only stored in the gateway. */
  readonly vendorId: string | undefined
  /** The id of its hold. */
  readonly requestId: string
  /** In OpenAI's terms: `in_progress`, `completed`, `incomplete`, `failed`, `cancelled`. */
  readonly status: string
  /** It is running in the background, or its daemon died while it was. */
  readonly isOpen: boolean
  /** The new items of its request. */
  readonly input: readonly JsonObject[]
  /** The response as the client gets it. */
  readonly answer: JsonObject
}

/** A response to be stored. */
export interface NewResponse extends Omit<KeptResponse, 'vendorId' | 'status'> {
  readonly vendorId?: string | undefined
  readonly createdMs: number
  readonly expiresMs: number
}

interface ResponseRow {
  readonly id: string
  readonly user_id: number
  readonly previous_id: string | null
  readonly vendor_id: string | null
  readonly request_id: string
  readonly status: string
  readonly is_open: number
  readonly input: string
  readonly answer: string
  readonly created_ms: number
  readonly expires_ms: number
}

/** The most turns of one conversation: far more than any model reads. */
const CHAIN_MAX = 1_000
/** Limit for the sealed texts that are cached, so that the next turn of a conversation needs no query. */
const MEMORY_CHARS_MAX = 33_554_432

/** Stores responses, sealed with the installation's key, with a cache in memory. Users only find their own. */
export class ResponsesStore {
  /** Closed responses, in the order of their last use. */
  readonly #recent = new Map<string, ResponseRow>()
  #recentChars = 0
  /** Counts change notices: if one arrives while a row is read or written, that row is not cached. */
  #generation = 0
  readonly #knex: Knex
  readonly #secrets: SecretBox
  readonly #changes: ChangeFeed
  readonly #clock: { now(): number }

  constructor(deps: {
    readonly knex: Knex
    readonly secrets: SecretBox
    readonly changes: ChangeFeed
    readonly clock: { now(): number }
  }) {
    this.#knex = deps.knex
    this.#secrets = deps.secrets
    this.#changes = deps.changes
    this.#clock = deps.clock
    deps.changes.on('response', (id) => {
      this.#generation += 1
      for (const each of id === '' ? [...this.#recent.keys()] : [id]) this.#forget(each)
    })
  }

  async insert(response: NewResponse): Promise<void> {
    const row: ResponseRow = {
      id: response.id,
      user_id: response.userId,
      previous_id: response.previousId ?? null,
      vendor_id: response.vendorId ?? null,
      request_id: response.requestId,
      status: statusOf(response.answer),
      is_open: response.isOpen ? 1 : 0,
      input: this.#seal(response.id, 'input', [...response.input]),
      answer: this.#seal(response.id, 'answer', response.answer),
      created_ms: response.createdMs,
      expires_ms: response.expiresMs,
    }
    const generation = this.#generation
    await this.#knex('responses').insert(row)
    if (generation === this.#generation) this.#remember(row)
  }

  /** Stores the final state of an open response. It is invisible until it is {@link publish}ed. */
  async finish(id: string, answer: JsonObject, vendorId: string | undefined): Promise<void> {
    await this.#knex('responses')
      .where({ id, is_open: 1 })
      .update({
        status: statusOf(answer),
        answer: this.#seal(id, 'answer', answer),
        vendor_id: vendorId ?? null,
      })
  }

  /** Shows clients the final state, once the charge is durable. @returns whether the response was still open */
  async publish(id: string): Promise<boolean> {
    return (await this.#knex('responses').where({ id, is_open: 1 }).update({ is_open: 0 })) === 1
  }

  /**
   * Ends an open response with a different answer.
   * @returns whether it was still open
   */
  async close(id: string, answer: JsonObject): Promise<boolean> {
    const changed = await this.#knex('responses')
      .where({ id, is_open: 1 })
      .update({ status: statusOf(answer), answer: this.#seal(id, 'answer', answer), is_open: 0 })
    return changed === 1
  }

  async find(userId: number, id: string): Promise<KeptResponse | undefined> {
    const known = this.#recent.get(id)
    const row = known ?? (await this.#load([id]))[0]
    return row && this.#isOf(row, userId) ? this.#open(row) : undefined
  }

  /**
   * Returns a response with those that it continued, oldest first.
   * @returns undefined if one of them does not exist, was deleted or does not belong to the user
   */
  async chain(userId: number, id: string): Promise<readonly KeptResponse[] | undefined> {
    const rows: ResponseRow[] = []
    for (let next: string | null = id; next !== null; ) {
      const known = this.#recent.get(next)
      const generation = this.#generation
      // Responses that are not cached are read in one query, however many turns it is.
      for (const row of known ? [known] : await this.#loadChain(next)) {
        if (row.id !== next || !this.#isOf(row, userId) || rows.length === CHAIN_MAX) return undefined
        rows.push(row)
        if (generation === this.#generation) this.#remember(row)
        next = row.previous_id
      }
      if (rows.at(-1)?.previous_id !== next) return undefined
    }
    return rows.reverse().map((row) => this.#open(row))
  }

  /** @returns whether the user had this response */
  async delete(userId: number, id: string): Promise<boolean> {
    const deleted = await this.#knex('responses').where({ id, user_id: userId }).delete()
    await this.tell(id)
    return deleted === 1
  }

  /** Notifies every daemon that a response has changed. */
  async tell(id: string): Promise<void> {
    await announce(this.#knex, 'response', id)
    await this.#changes.changed('response', id)
  }

  /** Whether its hold still exists: its daemon is alive, or the hold has not been settled yet. */
  async hasHold({ requestId }: KeptResponse): Promise<boolean> {
    return (await this.#knex('holds').where({ id: requestId }).first('id')) !== undefined
  }

  async #load(ids: readonly string[]): Promise<readonly ResponseRow[]> {
    return this.#knex('responses').whereIn('id', ids)
  }

  /** Reads a chain of responses in one query, newest first. */
  async #loadChain(id: string): Promise<readonly ResponseRow[]> {
    const ids = this.#knex
      .withRecursive('chain', ['id', 'previous_id', 'place'], (start) =>
        start
          .select('id', 'previous_id', this.#knex.raw('0'))
          .from('responses')
          .where({ id })
          .unionAll((rest) =>
            rest
              .select('responses.id', 'responses.previous_id', this.#knex.raw('chain.place + 1'))
              .from('responses')
              .join('chain', 'chain.previous_id', 'responses.id')
              .where('chain.place', '<', CHAIN_MAX),
          ),
      )
      .from('chain')
      .join('responses', 'responses.id', 'chain.id')
      .orderBy('chain.place')
      .select('responses.*')
    return ids as unknown as Promise<readonly ResponseRow[]>
  }

  #isOf(row: ResponseRow, userId: number): boolean {
    return Number(row.user_id) === userId && Number(row.expires_ms) > this.#clock.now()
  }

  #open(row: ResponseRow): KeptResponse {
    const input = parseJson(this.#secrets.open(row.input, contextOf(row.id, 'input')))
    const answer = parseJson(this.#secrets.open(row.answer, contextOf(row.id, 'answer')))
    return {
      id: row.id,
      userId: Number(row.user_id),
      previousId: row.previous_id ?? undefined,
      vendorId: row.vendor_id ?? undefined,
      requestId: row.request_id,
      status: row.status,
      isOpen: Number(row.is_open) === 1,
      input: objectsOf(input),
      answer: answer as JsonObject,
    }
  }

  #seal(id: string, part: 'input' | 'answer', value: JsonValue): string {
    return this.#secrets.seal(JSON.stringify(value), contextOf(id, part))
  }

  /** Caches a row, unless it is open: open ones change without a notice. */
  #remember(row: ResponseRow): void {
    if (Number(row.is_open) === 1) return
    this.#forget(row.id)
    this.#recent.set(row.id, row)
    this.#recentChars += sizeOf(row)
    for (const oldest of this.#recent.keys()) {
      if (this.#recentChars <= MEMORY_CHARS_MAX) return
      this.#forget(oldest)
    }
  }

  #forget(id: string): void {
    const known = this.#recent.get(id)
    if (!known) return
    this.#recent.delete(id)
    this.#recentChars -= sizeOf(known)
  }
}

const contextOf = (id: string, part: 'input' | 'answer'): string => `response:${id}:${part}`

const sizeOf = ({ input, answer }: ResponseRow): number => input.length + answer.length

const statusOf = ({ status }: JsonObject): string => (typeof status === 'string' ? status : 'completed')
