import type { ClientConversation, Losses, UpstreamConversation } from './conversation/codec.ts'
import type { JsonObject, JsonValue } from './json-value.ts'
import type { UpstreamFailure } from './upstream-failure.ts'
import type { Usage } from './usage.ts'

export type { JsonObject, JsonValue } from './json-value.ts'
export type { UpstreamFailure } from './upstream-failure.ts'

/**
 * What a client asks an upstream to do. Absent in a channel type's `serves` = that vendor cannot. `chat`, `responses`,
 * `messages` and `generate` are conversations in OpenAI's, OpenAI's newer, Anthropic's and Google's protocol: each can be
 * translated into the others. `drawing`, `music` and `video` hand in tasks: their answer
 * names a task that goes on at the vendor.
 */
export type OperationName =
  | 'chat'
  | 'responses'
  | 'messages'
  | 'generate'
  | 'completion'
  | 'embedding'
  | 'moderation'
  | 'image'
  | 'image-edit'
  | 'image-variation'
  | 'speech'
  | 'transcription'
  | 'translation'
  | 'rerank'
  | 'realtime'
  | 'drawing'
  | 'music'
  | 'video'

/** What routing, limits, filters and the hold need to know about a request; read once, from the parsed body. */
export interface RequestFacts {
  /** As the client wrote it, prefix and suffixes included. */
  readonly model: string
  /** A name whose price counts instead, if it has one of its own: `mj_relax_imagine`. */
  readonly pricedAs?: string
  readonly isStream: boolean
  /** The client's cap on output tokens over all choices; undefined if it set none. */
  readonly outputTokensCap: number | undefined
  /** How many answers are generated, each with a cap of its own. Absent = one. */
  readonly choices?: number | undefined
  /** The client asked for the usage chunk itself (`stream_options.include_usage`). */
  readonly wantsStreamUsage: boolean
  /** Field or suffix, for the log. */
  readonly reasoningEffort: string | undefined
  /** Count of image, audio, file parts and tools: the plausibility rule's allowance. */
  readonly attachments: number
  /**
   * Tokens that the client sent as ids instead of text (completions, embeddings), counted one by one. Absent = none.
   */
  readonly tokenIds?: number
}

/** What a request refers to that an account at a vendor has made. */
export interface StateUse {
  /** Names of what only that account keeps: without it the request cannot be answered. */
  readonly needed: readonly string[]
  /** Reasoning that only that account can read, the last at the end. */
  readonly sealed: readonly string[]
  /** Ids of files: clients upload them by `/v1/files` or Google's `/upload`, and one account keeps each. */
  readonly files: readonly string[]
}

/** What an answer leaves at its account, in the same names. */
export type MadeStates = Omit<StateUse, 'files'>

/** Every text of a request that a person wrote: for the sensitive-word filter, counting and the content log. */
export interface RequestTexts {
  readonly system: string
  /** Earlier messages, joined by line feeds. */
  readonly context: string
  /** The last user message, the prompt or the input. */
  readonly input: string
}

/** `none` = the document does not state usage; `invalid` = a stated count is not a non-negative integer. */
export type UsageReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly reason: string }
  /** `isGrowing`: the vendor stated the output only at the start of the answer, so the count may be too low. */
  | { readonly kind: 'stated'; readonly usage: Usage; readonly isGrowing?: true }

/** What one answer document or one stream event delivers. */
export interface OutputFacts {
  /** Visible text, all choices. */
  readonly text: string
  /** Reasoning text, tool names and arguments: counted, but not shown in the content log. */
  readonly hiddenText: string
  /** Anything at all a client could use: text, refusal, reasoning, tool call, embedding, verdict, audio. */
  readonly hasOutput: boolean
  /** Characters of sound in base64, where the sound of a stream costs tokens; absent = none. */
  readonly soundChars?: number
}

/** Several events of one shape, side by side in one text. */
export interface EventRun {
  readonly events: number
  /** Characters of the data of all of them, and of the shortest. */
  readonly dataChars: number
  readonly smallestDataChars: number
  /** The data of the last one. */
  readonly lastData: string
  /** Whether what they say is hidden: reasoning. */
  readonly isHidden: boolean
  /** Hands over where in the text lies what each of them says, in order. Keeping `source` keeps all of it. */
  eachText(take: (source: string, from: number, to: number) => void): void
}

/** One event of a stream, already framed (see `sse.ts`). */
export interface StreamEvent {
  /** The event's original bytes, including the blank line that ends it: what a pass-through writes. */
  readonly raw: Uint8Array
  /** The position of those bytes: adjacent events can be written as one. */
  readonly source: Uint8Array
  readonly start: number
  readonly end: number
  /** The joined `data:` lines; empty for comments. */
  readonly data: string
  /** Set when it stands for several events of content, of which `data` is the last one's. */
  readonly run?: EventRun
}

/** What a stream event means to the relay. `content` is the common case and cheap to recognise. */
export type StreamEventKind = 'content' | 'usage-only' | 'terminator' | 'error' | 'comment'

/** A file of a form. */
export interface UploadedFile {
  /** As the client wrote it; empty when it did not say. */
  readonly contentType: string
  readonly bytes: Buffer
}

/**
 * Translation of operations that are no conversations. Their neutral form is the body and the answer of OpenAI's API (for
 * rerank: Jina's), because every vendor's form is a subset of it.
 */
export interface FormTranslation {
  /**
   * Client's half: its body in the neutral form. Absent = it is the neutral form.
   * @param fileOf finds a file of the form that came: `body` tells only the sizes of files
   */
  decodeRequest?(body: JsonObject, fileOf?: (name: string) => UploadedFile | undefined): JsonObject
  /** Client's half: the answer as this protocol writes it. */
  encodeAnswer?(document: JsonObject, request: JsonObject): JsonObject
  /**
   * Upstream's half: the vendor's body.
   * @param request in the neutral form, `model` already the upstream's name
   * @throws AppError `translation_unsupported`
   */
  encodeRequest?(request: JsonObject, losses: Losses): JsonObject
  /** Upstream's half: the answer in the neutral form. @param request the client's request, in the neutral form */
  decodeAnswer?(document: JsonValue, request: JsonObject): JsonObject
}

/** One of our own errors, or an upstream's, on its way to a client. */
export interface ClientError {
  readonly status: number
  /** OpenAI's words for the kind of error, or the upstream's own. */
  readonly type: string
  readonly code: string
  readonly param: string | null
  /** In the client's language, request id included. */
  readonly message: string
  readonly requestId: string
  readonly retryAfterSeconds: number | undefined
}

/** How a protocol reports an error. */
export interface ErrorShape {
  /** The body of an error answer, JSON text. */
  render(error: ClientError): string
  /**
   * The last bytes of a stream that broke.
   *
   * @param last data of what the upstream of the client's own protocol sent last: the last event that was passed on, then
   *   the one that told the failure, where one did. For protocols that count events.
   */
  renderInStream(error: ClientError, last?: readonly string[]): string
  /**
   * Whether streaming clients only understand this error as an event of a stream with status 200. Absent = they read it from an
   * ordinary error response.
   */
  refusesInStream?(error: ClientError): boolean
}

/** How the bytes of a streamed answer are cut into events. `sse` by default. */
export type StreamFraming = 'sse' | 'json-lines' | 'aws-event-stream'

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
  /**
   * Whether part of what the model reads is not in the body: stored responses, files by id or link, tools that the vendor
   * runs. Also answers for a part of a body. Absent = the body is all there is.
   */
  readsOutside?(body: JsonObject): boolean
  /** What a request refers to that an account has made; undefined = nothing. Absent = the format has no such references. */
  readStates?(body: JsonObject): StateUse | undefined
  /**
   * A request whose files are named as the account that keeps them names them; the same object when nothing changes.
   * Absent = clients and accounts use the same names.
   *
   * @param addressOf by the id of a file; undefined = it is named as it should be
   */
  withFileAddresses?(body: JsonObject, addressOf: (id: string) => string | undefined): JsonObject
  /**
   * What an answer leaves at its account, as {@link readStates} finds it later.
   *
   * @param documents the answer, or those events of a stream that may state usage
   * @param request the client's body
   */
  readMadeStates?(documents: readonly JsonValue[], request: JsonObject): MadeStates
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
  /** OpenAI's path of the operation at an upstream, such as `/v1/chat/completions`. Types that differ build their own. */
  readonly path: string
  readonly errors: ErrorShape
  /** Whether the address, not the body, names the model and says whether to stream (Google). */
  readonly isAddressedByPath?: boolean
  /** The form of a complete answer: JSON (if absent), bytes such as audio, or whatever the content type says. */
  readonly answers?: 'json' | 'bytes' | 'either'
  /** False = the format has no place for a cap on the answer. */
  readonly takesOutputCap?: false
  /** How the body of a request comes; JSON when absent. `either` = its content type says it. */
  readonly takes?: 'json' | 'multipart' | 'either'
  /**
   * Whether a request uses what only a vendor of this very protocol keeps for its clients (stored responses): it is never
   * translated.
   */
  needsOwnProtocol?(body: JsonObject): boolean
  /** What keeps a waiting client's stream alive; an SSE comment if absent. */
  readonly ping?: string
  /** `sse` when absent. */
  readonly framing?: StreamFraming
  /** What clients are told a stream is; server-sent events when absent. */
  readonly streamType?: string
  /** A request that does not say whether to stream is streamed (Ollama). */
  readonly streamsByDefault?: boolean
  /** Cheap test whether an event may state usage; by default, whether it contains `"usage"`. */
  mayStateUsage?(data: string): boolean
  /**
   * Usage of a stream that is stated in pieces (Anthropic: prompt at the start, output at the end): reads all events that
   * may state it, in order. Absent = the last one counts.
   */
  readStreamUsage?(documents: readonly JsonValue[]): UsageReading
  /** This protocol as a client speaks it; absent = no client does. */
  readonly client?: ClientConversation
  /** This format as an upstream speaks it; absent = it only passes through. */
  readonly upstream?: UpstreamConversation
  readonly form?: FormTranslation
  /** A complete answer as the events of a stream, for clients that were promised one; absent = never streamed. */
  toChunks?(document: JsonObject, wantsUsage: boolean): readonly JsonObject[]
}
