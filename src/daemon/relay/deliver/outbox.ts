import type { StreamEvent } from '../../protocols/types.ts'
import type { Client } from '../inbound/client.ts'
import { joinEvents } from './join-events.ts'
import type { LeaveOutNulls } from './without-nulls.ts'

/** A client that reads nothing for this long is cut. */
const STALLED_CLIENT_MS = 60_000

export interface OutboxDeps {
  readonly client: Client
  /** Takes out members that the client knows only with a value; undefined = there are none. */
  readonly leaveOutNulls: LeaveOutNulls | undefined
  /** The client does not read. Nothing more should be read for it until it does. */
  readonly onFull: () => void
  /** The client has not read for too long. */
  readonly onStalled: () => void
}

/**
 * Pieces of a stream on their way to the client, either events as they came or translated text. What one read of the
 * upstream's socket brought goes out in one write.
 */
export class Outbox {
  readonly #deps: OutboxDeps
  #events: StreamEvent[] = []
  #text = ''
  #isClosed = false
  #stallTimer: NodeJS.Timeout | undefined

  constructor(deps: OutboxDeps) {
    this.#deps = deps
  }

  add(event: StreamEvent): void {
    this.#flushSoon()
    this.#events.push(event)
  }

  addText(text: string): void {
    if (text === '') return
    this.#flushSoon()
    this.#text += text
  }

  /** Takes out what was not written yet. */
  take(): Uint8Array | string | undefined {
    const events = this.#events
    const text = this.#text
    if (events.length === 0 && text === '') return undefined
    this.#events = []
    this.#text = ''
    const piece = text === '' ? joinEvents(events) : text
    return this.#deps.leaveOutNulls ? this.#deps.leaveOutNulls(piece) : piece
  }

  readonly flush = (): void => {
    const piece = this.take()
    if (piece === undefined || this.#isClosed || this.#deps.client.write(piece)) return
    this.#deps.onFull()
    this.#stallTimer ??= setTimeout(this.#deps.onStalled, STALLED_CLIENT_MS)
  }

  /** The client reads again. */
  drained(): void {
    clearTimeout(this.#stallTimer)
    this.#stallTimer = undefined
  }

  /** Nothing is written any more. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#stallTimer)
  }

  #flushSoon(): void {
    if (this.#events.length === 0 && this.#text === '') queueMicrotask(this.flush)
  }
}
