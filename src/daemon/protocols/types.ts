import type { Usage } from '../billing/usage.ts'

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/** What a client asks an upstream to do. Absent in a channel type's `serves` = that vendor cannot. */
export type OperationName = 'chat' | 'completion' | 'embedding' | 'moderation'

/** What routing, limits, filters and the hold need to know of a request; read once, from the parsed body. */
export interface RequestFacts {
  /** As the client wrote it, prefix and suffixes included. */
  readonly model: string
  readonly isStream: boolean
  /** The client's cap on output tokens, all choices together; undefined when it gave none. */
  readonly outputTokensCap: number | undefined
  /** The client asked for the usage chunk itself (`stream_options.include_usage`). */
  readonly wantsStreamUsage: boolean
  /** Field or suffix, for the log. */
  readonly reasoningEffort: string | undefined
  /** Count of image, audio, file parts and tools: the plausibility rule's allowance. */
  readonly attachments: number
  /** Tokens that the client sent as ids instead of text (completions, embeddings): counted as they are. Absent = none. */
  readonly tokenIds?: number
}

/** Every text of a request that a person wrote: for the sensitive-word filter, counting and the content log. */
export interface RequestTexts {
  readonly system: string
  /** Earlier messages, joined by line feeds. */
  readonly context: string
  /** The last user message, the prompt or the input. */
  readonly input: string
}

/** `none` = the document says nothing of usage; `invalid` = it says something that is no non-negative integer. */
export type UsageReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'stated'; readonly usage: Usage }

/** What one answer document or one stream event delivers. */
export interface OutputFacts {
  /** Visible text, all choices. */
  readonly text: string
  /** Reasoning text, tool names and arguments: counted, but not shown in the content log. */
  readonly hiddenText: string
  /** Anything at all a client could use: text, refusal, reasoning, tool call, embedding, verdict, audio. */
  readonly hasOutput: boolean
}

/** An upstream failure in the vendor's words, before it is mapped for anybody. */
export interface UpstreamFailure {
  readonly message: string
  readonly type: string
  readonly code: string
  readonly param: string | null
}

/** One event of a stream, already framed (see `sse.ts`). */
export interface StreamEvent {
  /** The event's bytes as they came, with the blank line that ends it: what a pass-through writes. */
  readonly raw: Uint8Array
  /** Where those bytes lie: events that lie side by side can be written as one. */
  readonly source: Uint8Array
  readonly start: number
  readonly end: number
  /** The joined `data:` lines; empty for comments. */
  readonly data: string
}

/** What a stream event means to the relay. `content` is the common case and cheap to tell. */
export type StreamEventKind = 'content' | 'usage-only' | 'terminator' | 'error' | 'comment'

/**
 * A wire format: how requests, answers, streams and errors are read, and how our own errors are written in it. Pure:
 * value in, value out. Both ends speaking the same codec = bytes pass through and are only read along.
 */
export interface Codec {
  readonly id: string
  readonly operation: OperationName
  /** @throws AppError `invalid_request` with the field when the request cannot be served in this format. */
  readRequest(body: JsonObject): RequestFacts
  readTexts(body: JsonObject): RequestTexts
  readUsage(document: JsonValue): UsageReading
  readOutput(document: JsonValue): OutputFacts
  /** A complete answer that is an error in disguise (HTTP 200 with an error object); undefined when it is none. */
  readDisguisedFailure(document: JsonValue): UpstreamFailure | undefined
  /** Cheap classification of a stream event by its data text; must not parse JSON for plain content events. */
  classify(data: string): StreamEventKind
  /**
   * Whether an event ends a choice (states a finish reason). Some vendors send no terminator: a stream that closed after
   * such an event was complete, one that closed before it was cut.
   */
  finishesChoice(data: string): boolean
  /** Reads a failure out of an error body of any of the shapes seen in the field. */
  readFailure(status: number, bodyText: string): UpstreamFailure
  /** The bytes that end a stream (`data: [DONE]\n\n`). */
  readonly terminator: string
  /** A complete answer as the events of a stream, for clients that were promised one; absent = never streamed. */
  toChunks?(document: JsonObject, wantsUsage: boolean): readonly JsonObject[]
}
