import type { ClientConversation, Losses, UpstreamConversation } from './conversation/codec.ts'
import type { JsonObject, JsonValue } from './json-value.ts'
import type { UpstreamFailure } from './upstream-failure.ts'
import type { Usage } from './usage.ts'

export type { JsonObject, JsonValue } from './json-value.ts'
export type { UpstreamFailure } from './upstream-failure.ts'

/**
 * The operations that a client can request from an upstream. Absent in a channel type's `serves` = the vendor does not
 * offer it. `chat`, `responses`, `messages` and `generate` are conversations in OpenAI's, OpenAI's newer, Anthropic's
 * and Google's protocol, and each can be translated into the others. `drawing`, `music` and `video` submit tasks: their
 * answer names a task that continues at the vendor.
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

/** The facts about a request that routing, limits, filters and the hold need; read once from the parsed body. */
export interface RequestFacts {
  /** The name that the client sent, including prefix and suffixes. */
  readonly model: string
  /** Another name whose price applies instead, if it has a price: `mj_relax_imagine`. */
  readonly pricedAs?: string
  readonly isStream: boolean
  /** The client's cap on output tokens over all choices; undefined if not set. */
  readonly outputTokensCap: number | undefined
  /** How many answers are generated, each with a cap of its own. Absent = one. */
  readonly choices?: number | undefined
  /** Whether the client itself asked for the usage chunk (`stream_options.include_usage`). */
  readonly wantsStreamUsage: boolean
  /** From a request field or a suffix of the model name; written to the log. */
  readonly reasoningEffort: string | undefined
  /** Number of image, audio and file parts and of tools, for which the plausibility check makes an allowance. */
  readonly attachments: number
  /** Number of image, audio and file parts among the attachments. Absent = none. */
  readonly media?: number | undefined
  /**
   * Tokens that the client sent as ids instead of text (completions, embeddings), counted one by one. Absent = none.
   */
  readonly tokenIds?: number
}

/** Objects at an account of a vendor that a request refers to. */
export interface StateUse {
  /** Names of objects that only this account stores and without which the request cannot be served. */
  readonly needed: readonly string[]
  /** Reasoning that only this account can read, in order. */
  readonly sealed: readonly string[]
  /** Ids of files, uploaded by clients through `/v1/files` or Google's `/upload`. Each is stored at one account. */
  readonly files: readonly string[]
}

/** The objects that an answer leaves at its account, under the same names. */
export type MadeStates = Omit<StateUse, 'files'>

/** All human-written texts of a request, for the sensitive-word filter, token counting and the content log. */
export interface RequestTexts {
  readonly system: string
  /** Earlier messages, joined by line feeds. */
  readonly context: string
  /** The last user message, the prompt or the input. */
  readonly input: string
}

/** Stated usage. `none` = the document states no usage; `invalid` = a count is not a non-negative integer. */
export type UsageReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly reason: string }
  /** `isGrowing`: the vendor stated the output only at the start of the answer, so the count may be too low. */
  | { readonly kind: 'stated'; readonly usage: Usage; readonly isGrowing?: true }

/** The output in one answer document or one stream event. */
export interface OutputFacts {
  /** Visible text of all choices. */
  readonly text: string
  /** Reasoning text, tool names and arguments: counted, but not written to the content log. */
  readonly hiddenText: string
  /** Whether a client could use any of it: text, refusal, reasoning, tool call, embedding, verdict or audio. */
  readonly hasOutput: boolean
  /** Number of base64 characters of audio, where streamed audio costs tokens; absent = none. */
  readonly soundChars?: number
  /** Events only: the item of a tool that the vendor ran, without its content; absent = no tool with a separate price. */
  readonly ranTool?: JsonObject
}

/** Several adjacent events of the same shape in one text. */
export interface EventRun {
  readonly events: number
  /** Number of data characters of all events, and of the shortest. */
  readonly dataChars: number
  readonly smallestDataChars: number
  /** The data of the last event. */
  readonly lastData: string
  /** Whether the texts are hidden, such as reasoning. */
  readonly isHidden: boolean
  /** Calls `take` with the position of each event's text, in order. Keeping `source` keeps the whole text in memory. */
  eachText(take: (source: string, from: number, to: number) => void): void
}

/** One framed event of a stream (see `sse.ts`). */
export interface StreamEvent {
  /** The event's original bytes, including the blank line that ends it; written when the stream is passed through. */
  readonly raw: Uint8Array
  /** The position of these bytes, so that adjacent events can be written as one. */
  readonly source: Uint8Array
  readonly start: number
  readonly end: number
  /** The joined `data:` lines; empty for comments. */
  readonly data: string
  /** Set if this object represents several content events; `data` is that of the last one. */
  readonly run?: EventRun
}

/** The meaning of a stream event for the relay. `content` is the common case and cheap to recognize. */
export type StreamEventKind = 'content' | 'usage-only' | 'terminator' | 'error' | 'comment'

/** An uploaded file of a form. */
export interface UploadedFile {
  /** The content type that the client stated; empty if none. */
  readonly contentType: string
  readonly bytes: Buffer
}

/**
 * Translation of operations other than conversations. Their neutral form is the body and the answer of OpenAI's API (of
 * Jina's for rerank), because every vendor's form is a subset of it.
 */
export interface FormTranslation {
  /**
   * Client side: converts the client's body to the neutral form. Absent = the body already has that form.
   * @param fileOf finds an uploaded file of the form: `body` only contains the sizes of files
   */
  decodeRequest?(body: JsonObject, fileOf?: (name: string) => UploadedFile | undefined): JsonObject
  /** Client side: writes the answer in this protocol. */
  encodeAnswer?(document: JsonObject, request: JsonObject): JsonObject
  /**
   * Upstream side: returns the vendor's body.
   * @param request in the neutral form, with the upstream's name as `model`
   * @throws AppError `translation_unsupported`
   */
  encodeRequest?(request: JsonObject, losses: Losses): JsonObject
  /** Upstream side: returns the answer in the neutral form. @param request the client's request, in the neutral form */
  decodeAnswer?(document: JsonValue, request: JsonObject): JsonObject
}

/** One of our own errors, or an upstream's, as it will be sent to a client. */
export interface ClientError {
  readonly status: number
  /** OpenAI's name for the kind of error, or the upstream's own. */
  readonly type: string
  readonly code: string
  readonly param: string | null
  /** In the client's language, including the request ID. */
  readonly message: string
  readonly requestId: string
  readonly retryAfterSeconds: number | undefined
}

/** How a protocol reports an error. */
export interface ErrorShape {
  /** Returns the body of an error response as JSON text. */
  render(error: ClientError): string
  /**
   * Returns the last bytes of a stream that broke.
   *
   * @param last data of the last events of an upstream that speaks the client's protocol: the last event that was
   *   passed on, then the one that reported the failure, if there was one. For protocols that number their events.
   */
  renderInStream(error: ClientError, last?: readonly string[]): string
  /**
   * Whether streaming clients only understand this error as an event of a stream with status 200. Absent = they accept
   * an ordinary error response.
   */
  refusesInStream?(error: ClientError): boolean
}

/** How the bytes of a streamed answer are cut into events. `sse` by default. */
export type StreamFraming = 'sse' | 'json-lines' | 'aws-event-stream'

/**
 * A wire format: reads requests, answers, streams and errors, and writes our own errors. Pure: value in, value out. If
 * client and upstream use the same codec, bytes pass through and are only inspected.
 */
export interface Codec {
  readonly id: string
  readonly operation: OperationName
  /** @throws AppError `invalid_request` with the field when the request cannot be served in this format. */
  readRequest(body: JsonObject): RequestFacts
  readTexts(body: JsonObject): RequestTexts
  /** Converts a chat to OpenAI's form to count its prompt. Absent = it already has that form, or it is not a chat. */
  inChatForm?(body: JsonObject): JsonObject
  /**
   * Whether part of the model's input is not in the body: stored responses, files by id or link, or tools that the
   * vendor runs. Also works for a part of a body. Absent = the body is complete.
   */
  readsOutside?(body: JsonObject): boolean
  /**
   * Whether the vendor adds to the model's input: stored responses, searches, results of tools that it runs. Absent = it
   * adds nothing.
   */
  extendsPrompt?(body: JsonObject): boolean
  /** Returns the objects at an account that a request refers to, if any. Absent = the format has no such references. */
  readStates?(body: JsonObject): StateUse | undefined
  /**
   * Returns a request that refers to files by the names that their account uses; the same object if nothing changes.
   * Absent = clients and accounts use the same names.
   *
   * @param addressOf maps the id of a file to the account's name for it; undefined = the name is already right
   */
  withFileAddresses?(body: JsonObject, addressOf: (id: string) => string | undefined): JsonObject
  /**
   * Returns the objects that an answer leaves at its account, under the names that {@link readStates} finds later.
   *
   * @param documents the answer, or those events of a stream that may state usage
   * @param request the client's body
   */
  readMadeStates?(documents: readonly JsonValue[], request: JsonObject): MadeStates
  readUsage(document: JsonValue): UsageReading
  readOutput(document: JsonValue): OutputFacts
  /**
   * Recognizes a complete answer that is an error in disguise (HTTP 200 with an error object); undefined for any other.
   */
  readDisguisedFailure(document: JsonValue): UpstreamFailure | undefined
  /** Classifies a stream event by its data text. Must be cheap: no JSON parsing for plain content events. */
  classify(data: string): StreamEventKind
  /**
   * Whether an event ends a choice (states a finish reason). Some vendors send no terminator: a stream that closed
   * after such an event is complete; one that closed before it is truncated.
   */
  finishesChoice(data: string): boolean
  /** Reads the failure from an error body in any of the known forms. */
  readFailure(status: number, bodyText: string): UpstreamFailure
  /** The bytes that end a stream (`data: [DONE]\n\n`). */
  readonly terminator: string
  /**
   * OpenAI's path of the operation at an upstream, such as `/v1/chat/completions`. Channel types with other paths build
   * their own.
   */
  readonly path: string
  readonly errors: ErrorShape
  /** Whether the URL, not the body, names the model and says whether to stream (Google). */
  readonly isAddressedByPath?: boolean
  /** The form of a complete answer: JSON (if absent), bytes such as audio, or according to the content type. */
  readonly answers?: 'json' | 'bytes' | 'either'
  /** False = the format has no member for an output cap. */
  readonly takesOutputCap?: false
  /** The encoding of request bodies; JSON if absent. `either` = according to the content type. */
  readonly takes?: 'json' | 'multipart' | 'either'
  /**
   * Whether a request uses objects that only a vendor of this protocol stores for its clients (stored responses). It is
   * then never translated.
   */
  needsOwnProtocol?(body: JsonObject): boolean
  /** The text that keeps the stream of a waiting client alive; an SSE comment if absent. */
  readonly ping?: string
  /** `sse` if absent. */
  readonly framing?: StreamFraming
  /** The content type of streams for clients; server-sent events if absent. */
  readonly streamType?: string
  /** Whether requests are streamed unless they say otherwise (Ollama). */
  readonly streamsByDefault?: boolean
  /** Quick test whether an event may state usage; by default, whether it contains `"usage"`. */
  mayStateUsage?(data: string): boolean
  /**
   * Reads usage that is spread over a stream (Anthropic: prompt at the start, output at the end) from all events that
   * may state it, in order. Absent = the last one counts.
   */
  readStreamUsage?(documents: readonly JsonValue[]): UsageReading
  /** The client side of this protocol; absent = no client uses it. */
  readonly client?: ClientConversation
  /** The upstream side of this format; absent = it is only passed through. */
  readonly upstream?: UpstreamConversation
  readonly form?: FormTranslation
  /** Converts a complete answer to the events of a stream for clients that asked for one; absent = never streamed. */
  toChunks?(document: JsonObject, wantsUsage: boolean): readonly JsonObject[]
}
