import type { Ask, ProtocolName, Received } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import type { Memory } from './memory.ts'

/** One event of a stream: its data as text, and its name if the protocol names events. */
export interface StreamEvent {
  readonly name?: string
  readonly data: string
}

export const event = (data: unknown, name?: string): StreamEvent => ({
  data: typeof data === 'string' ? data : JSON.stringify(data),
  ...(name === undefined ? {} : { name }),
})

/** Converts events to bytes. */
export interface Wire {
  readonly contentType: string
  frame(event: StreamEvent, index: number): string | Buffer
  /** Sent after the last event. */
  readonly end?: string
}

/** All inputs of one response. */
export interface Turn {
  readonly behaviour: Behaviour
  readonly ask: Ask
  readonly received: Received
  readonly memory: Memory
}

/** A complete body: a document, or bytes of some type. */
export type Plain =
  | { readonly json: unknown; readonly headers?: Readonly<Record<string, string>>; readonly status?: number }
  | { readonly bytes: Buffer; readonly contentType: string }

/** A request that the vendor refuses. */
export interface Complaint {
  readonly status: number
  readonly message: string
  /** The vendor's code, type or exception, if its errors have one that does not follow from the status. */
  readonly code?: string
  readonly param?: string
}

/** A wire format of the simulator. */
export interface Protocol {
  readonly name: ProtocolName
  /** @returns undefined if the request does not belong to this protocol */
  read(received: Received): Ask | undefined
  /** Returns the vendor's complaint about the request, if any. */
  check?(ask: Ask, received: Received, memory: Memory): Complaint | undefined
  plain(turn: Turn): Plain
  /** Absent or undefined = this operation has no stream. */
  stream?(turn: Turn): Iterable<StreamEvent> | undefined
  /** The event that ends a stream, dropped by `done: false`. */
  terminator?(turn: Turn): StreamEvent | undefined
  /** Yields events after the terminator. */
  afterEnd?(turn: Turn): Iterable<StreamEvent>
  /** Default: server-sent events. */
  wire?(turn: Turn): Wire
  /** Builds the vendor's error document. */
  error(status: number, error: Behaviour['error'], received: Received): Plain
  /** Builds an error inside a stream. */
  errorEvent(error: Behaviour['error']): StreamEvent
  /** Response to a wrong key; default 401 in the vendor's form. */
  readonly badKey?: Complaint
  /** True if calls are authenticated by something other than a key. */
  readonly isSigned?: boolean
}
