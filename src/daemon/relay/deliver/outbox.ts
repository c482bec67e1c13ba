import type { StreamEvent } from '../../protocols/types.ts'
import type { Client } from '../inbound/client.ts'
import { joinEvents } from './join-events.ts'
import type { LeaveOutNulls } from './without-nulls.ts'

/** A client that reads nothing for this long is disconnected. */
const STALLED_CLIENT_MS = 60_000

export interface OutboxDeps {
  readonly client: Client
  /** Removes members that the client only knows with a value; undefined = there are none. */
  readonly leaveOutNulls: LeaveOutNulls | undefined
  /** The client is not reading, so nothing more should be read for it. */
  readonly onFull: () => void
  /** The client has not read for too long. */
  readonly onStalled: () => void
}

/**
 * Collects pieces of a stream for the client, either events as they came or translated text. Everything from one read
 * of the upstream's socket is sent in one write.
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

  /** Removes and returns what has not been written yet. */
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

  /** Call this when the client reads again. */
  drained(): void {
    clearTimeout(this.#stallTimer)
    this.#stallTimer = undefined
  }

  /** Stops all further writes. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#stallTimer)
  }

  #flushSoon(): void {
    if (this.#events.length === 0 && this.#text === '') queueMicrotask(this.flush)
  }
}
