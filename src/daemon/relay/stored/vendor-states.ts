import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { keyHint } from '../../channels/key-hint.ts'
import type { MadeStates } from '../../protocols/types.ts'
import { noSiblings, type Siblings } from '../../workers/siblings.ts'
import type { Account } from '../route/affinity.ts'

/** Where something is stored, in the form used in the database, which contains no keys. */
export interface StatePlace {
  readonly channelId: number
  readonly keyHint: string
}

/** Names that one answer left at its account, in the form shared between workers. */
interface Made {
  readonly refs: readonly string[]
  readonly place: StatePlace
  readonly expiresMs: number
}

/** A name and the user it was made for, or {@link ANYBODY}. */
type OwnedName = readonly [userId: number, name: string]

interface Waiting {
  readonly made: Made
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** OpenAI stores responses for 30 days, and so do vendors that copy it. */
const LIFE_MS = 30 * 86_400_000
const KNOWN_MAX = 100_000
/** Means any user; no user has this id. */
const ANYBODY = 0
/** Rows per statement: SQLite accepts 32,766 parameters. */
const ROWS_MAX = 1_000

/**
 * Records which account made what its vendor stores: responses, their items, reasoning that only the account can read.
 * Looked up in memory first; the database is only queried for unknown names, which may be from other daemons or an
 * earlier run. A name is only valid for the user who got it. We store a hash of the name and its user, and a hash of
 * the name alone, which tells us whether a name was made for another user.
 */
export class VendorStates {
  readonly #known = new Map<string, { readonly place: StatePlace; readonly expiresMs: number }>()
  readonly #knex: Knex
  readonly #clock: { now(): number }
  readonly #tell: (made: Made) => void
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(knex: Knex, clock: { now(): number }, siblings: Siblings = noSiblings) {
    this.#knex = knex
    this.#clock = clock
    this.#tell = siblings.share('vendor states', (made: Made) => this.#keep(made))
  }

  /**
   * Remembers names; resolves when they are in the database, where other daemons find them. Names that arrive during a
   * write are stored by the next one.
   */
  remember(userId: number, { needed, sealed }: MadeStates, { channelId, key }: Account): Promise<void> {
    const owned = [...needed, ...sealed].map((name) => refOf(userId, name))
    // Sealed reasoning is complete in itself: anybody who has it may use it.
    const refs = [...new Set([...owned, ...needed.map((name) => refOf(ANYBODY, name))])]
    if (refs.length === 0) return Promise.resolve()
    const place = { channelId, keyHint: keyHint(channelId, key) }
    const made = { refs, place, expiresMs: this.#clock.now() + LIFE_MS }
    this.#keep(made)
    this.#tell(made)
    return new Promise((done, failed) => {
      this.#waiting.push({ made, done, failed })
      if (!this.#isWriting) void this.#write()
    })
  }

  /** @returns the places of the known names, in the order of the names */
  find(userId: number, names: readonly string[]): Promise<readonly (StatePlace | undefined)[]> {
    return this.#placesOf(names.map((name) => [userId, name]))
  }

  /** Finds the places of what a request refers to, and the first name in it that was made for another user. */
  async findUsed(
    userId: number,
    { needed, sealed }: MadeStates,
  ): Promise<{ readonly places: readonly (StatePlace | undefined)[]; readonly others: string | undefined }> {
    const owned = [...needed, ...sealed].map((name): OwnedName => [userId, name])
    const found = await this.#placesOf([...owned, ...needed.map((name): OwnedName => [ANYBODY, name])])
    const places = found.slice(0, owned.length)
    const others = needed.find((_, index) => !places[index] && found[owned.length + index])
    return { places, others }
  }

  /** Works in pieces, so that a request with very many names neither blocks the event loop nor exceeds a statement. */
  async #placesOf(names: readonly OwnedName[]): Promise<readonly (StatePlace | undefined)[]> {
    const places: (StatePlace | undefined)[] = []
    for (let start = 0; start < names.length; start += ROWS_MAX) {
      const refs = names.slice(start, start + ROWS_MAX).map(([userId, name]) => refOf(userId, name))
      const unknown = refs.filter((ref) => !this.#known.has(ref))
      if (unknown.length > 0) await this.#load(unknown)
      const nowMs = this.#clock.now()
      for (const ref of refs) {
        const known = this.#known.get(ref)
        places.push(known && known.expiresMs > nowMs ? known.place : undefined)
      }
    }
    return places
  }

  /** Deletes the record of something that the account no longer has. */
  async forget(userId: number, name: string): Promise<void> {
    const refs = [refOf(userId, name), refOf(ANYBODY, name)]
    for (const ref of refs) this.#known.delete(ref)
    await this.#knex('vendor_states').whereIn('ref', refs).delete()
  }

  async #load(refs: readonly string[]): Promise<void> {
    const rows: StateRow[] = await this.#knex('vendor_states').whereIn('ref', refs)
    for (const row of rows)
      this.#keep({
        refs: [row.ref],
        place: { channelId: Number(row.channel_id), keyHint: row.key_hint },
        expiresMs: Number(row.expires_ms),
      })
  }

  #keep({ refs, place, expiresMs }: Made): void {
    for (const ref of refs) {
      this.#known.delete(ref)
      this.#known.set(ref, { place, expiresMs })
    }
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KNOWN_MAX) return
      this.#known.delete(oldest)
    }
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#insert(batch.map(({ made }) => made))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    this.#isWriting = false
  }

  async #insert(batch: readonly Made[]): Promise<void> {
    // One row per name, always in the same order: daemons that write the same names must not wait for each other.
    const rows = new Map<string, StateRow>()
    for (const { refs, place, expiresMs } of batch)
      for (const ref of refs)
        rows.set(ref, {
          ref,
          channel_id: place.channelId,
          key_hint: place.keyHint,
          expires_ms: expiresMs,
        })
    const sorted = [...rows.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1))
    for (let start = 0; start < sorted.length; start += ROWS_MAX)
      await this.#knex('vendor_states')
        .insert(sorted.slice(start, start + ROWS_MAX))
        .onConflict('ref')
        .merge()
  }
}

interface StateRow {
  readonly ref: string
  readonly channel_id: number
  readonly key_hint: string
  readonly expires_ms: number
}

const refOf = (userId: number, name: string): string =>
  createHash('sha256').update(`${userId}\0${name}`).digest('base64url').slice(0, 32)
