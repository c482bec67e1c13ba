import type { Ask, ProtocolName, Received } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import type { Memory } from './memory.ts'

/** One event of a stream: its data as text, and its name where the protocol names events. */
export interface StreamEvent {
  readonly name?: string
  readonly data: string
}

export const event = (data: unknown, name?: string): StreamEvent => ({
  data: typeof data === 'string' ? data : JSON.stringify(data),
  ...(name === undefined ? {} : { name }),
})

/** How events become bytes. */
export interface Wire {
  readonly contentType: string
  frame(event: StreamEvent, index: number): string | Buffer
  /** After the last event. */
  readonly end?: string
}

/** Everything one answer is made from. */
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

/** A request the vendor does not take. */
export interface Complaint {
  readonly status: number
  readonly message: string
  /** The vendor's code, type or exception, where its errors have one and the status does not say it. */
  readonly code?: string
  readonly param?: string
}

/** One wire format the simulator speaks. */
export interface Protocol {
  readonly name: ProtocolName
  /** @returns undefined when the request is none of this protocol's */
  read(received: Received): Ask | undefined
  /** What the vendor would find wrong with the request. */
  check?(ask: Ask, received: Received, memory: Memory): Complaint | undefined
  plain(turn: Turn): Plain
  /** Absent or undefined = this operation has no stream. */
  stream?(turn: Turn): Iterable<StreamEvent> | undefined
  /** The event that ends a stream, dropped by `done: false`. */
  terminator?(turn: Turn): StreamEvent | undefined
  /** Behind the terminator. */
  afterEnd?(turn: Turn): Iterable<StreamEvent>
  /** Default: server-sent events. */
  wire?(turn: Turn): Wire
  /** The vendor's error document. */
  error(status: number, error: Behaviour['error'], received: Received): Plain
  /** An error inside a stream. */
  errorEvent(error: Behaviour['error']): StreamEvent
  /** How a wrong key is answered; default 401 in the vendor's form. */
  readonly badKey?: Complaint
  /** Calls that prove themselves in another way than by a key. */
  readonly isSigned?: boolean
}
