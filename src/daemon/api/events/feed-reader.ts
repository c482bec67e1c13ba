import type { ServerResponse } from 'node:http'
import type { Actor } from '../../http/actor.ts'
import { ROLE } from '../../http/actor.ts'
import type { Language } from '../../language.ts'
import { toAdminLog, toOwnLog } from '../logs/log-answer.ts'
import type { LogRow } from '../logs/log-filter.ts'
import type { Cursor } from './cursor.ts'
import { createLogMatch, type FeedFilter } from './log-match.ts'

/** A reader with more unsent bytes than this is too slow. */
const UNTAKEN_BYTES_MAX = 262_144
/** While a reader catches up, more is fetched only below this number of unsent bytes. */
const PACED_BYTES_MAX = 65_536
/** How long a reader that is catching up may read nothing. */
const STALLED_MS = 60_000
/** How long sending the last event may take. */
const PARTING_MS = 5_000

export type FeedEvent = 'log' | 'channels' | 'pulse' | 'dropped' | 'bye'

export interface FeedReaderOptions {
  readonly response: ServerResponse
  readonly actor: Actor
  readonly filter: FeedFilter
  readonly language: Language
}

/** Texts of rows, rendered once for all readers that get the same text. */
export interface RowTexts {
  forAdmins(row: LogRow, language: Language): string
  forOwner(row: LogRow, language: Language): string
}

export function renderRows(channelNames: ReadonlyMap<number, string>): RowTexts {
  const made = new Map<string, string>()
  const once = (name: string, render: () => object): string => {
    const known = made.get(name) ?? JSON.stringify(render())
    made.set(name, known)
    return known
  }
  return {
    forAdmins: (row, language) =>
      once(`admins ${language} ${row.id}`, () => toAdminLog(row, channelNames, language)),
    forOwner: (row, language) => once(`owner ${language} ${row.id}`, () => toOwnLog(row, language)),
  }
}

/** One connection to the feed: its permissions, its position, and whether it keeps up. */
export class FeedReader {
  readonly actor: Actor
  readonly filter: FeedFilter
  readonly language: Language
  readonly isAdmin: boolean
  readonly #response: ServerResponse
  readonly #matches: (row: LogRow) => boolean
  #isOver = false
  #onRoom: (() => void) | undefined
  /** Resume ID of the last row that was sent. */
  #resumeId = ''

  constructor({ response, actor, filter, language }: FeedReaderOptions) {
    this.actor = actor
    this.filter = filter
    this.language = language
    this.isAdmin = actor.role >= ROLE.admin
    this.#response = response
    this.#matches = createLogMatch(filter)
    response.on('close', () => {
      this.#isOver = true
      this.#onRoom?.()
    })
    response.on('drain', () => this.#onRoom?.())
    // A write after the peer has disconnected is not our error; 'close' follows and reports it.
    response.on('error', () => {})
  }

  /** Whether the stream was ended by us or the peer has disconnected. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Whether so much is unsent that nothing more may be written. */
  get isTooSlow(): boolean {
    return this.#response.writableLength > UNTAKEN_BYTES_MAX
  }

  get isPaced(): boolean {
    return this.#response.writableLength > PACED_BYTES_MAX
  }

  /** Sets the ID of the following events. */
  standAt(cursor: Cursor | string): void {
    this.#resumeId = String(cursor)
  }

  send(event: FeedEvent, data: string): void {
    if (this.#isOver) return
    this.#response.write(`id: ${this.#resumeId}\nevent: ${event}\ndata: ${data}\n\n`)
  }

  /** Sends a row if this reader wants it and may see it. @param resumeId the position after the row */
  offer(row: LogRow, resumeId: string, texts: RowTexts): void {
    this.#resumeId = resumeId
    if (this.#isOver || !this.#matches(row)) return
    this.send('log', this.isAdmin ? texts.forAdmins(row, this.language) : texts.forOwner(row, this.language))
  }

  /** Waits until the socket has sent most of its data. @returns false if it did not, or if the peer has disconnected */
  async room(): Promise<boolean> {
    if (this.#isOver || !this.isPaced) return !this.#isOver
    return new Promise((resolve) => {
      const done = (isRoom: boolean) => {
        clearTimeout(timer)
        this.#onRoom = undefined
        resolve(isRoom && !this.#isOver)
      }
      const timer = setTimeout(() => done(false), STALLED_MS)
      this.#onRoom = () => {
        if (this.#isOver || !this.isPaced) done(true)
      }
    })
  }

  /** Ends the stream. A peer that does not even read the last event is cut off. */
  end(event?: FeedEvent, data = '{}', partingMs = PARTING_MS): void {
    if (this.#isOver) return
    if (event) this.send(event, data)
    this.#isOver = true
    this.#onRoom?.()
    this.#response.end()
    const cut = setTimeout(() => this.#response.destroy(), partingMs).unref()
    this.#response.once('close', () => clearTimeout(cut))
  }
}
