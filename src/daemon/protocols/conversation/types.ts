import type { JsonObject, JsonValue } from '../json-value.ts'
import type { UpstreamFailure } from '../upstream-failure.ts'
import type { Usage } from '../usage.ts'

/**
 * The neutral form of a conversation: every chat-like protocol can be decoded into it and encoded from it, so that N
 * client protocols and M upstream formats need N + M codecs. Plain data, immutable. The codecs define what a field
 * means in each protocol; `Losses` records what gets lost.
 */

/** One request. Optional members are absent (never null) when the client did not say. */
export interface ConversationRequest {
  /** As the client wrote it; the encoder takes the upstream's name from its target. */
  readonly model: string
  readonly isStream: boolean
  /** In order. A leading run of system turns is the system prompt; later ones are instructions in mid-conversation. */
  readonly turns: readonly Turn[]
  readonly tools: readonly Tool[]
  readonly toolChoice?: ToolChoice
  readonly parallelToolCalls?: boolean
  /** Visible and reasoning output together. */
  readonly outputTokensMax?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  /** Never empty strings. */
  readonly stop?: readonly string[]
  /** Log probabilities of each token, with this many alternatives. */
  readonly logprobs?: number
  readonly format?: AnswerFormat
  readonly reasoning?: ReasoningWish
  readonly verbosity?: string
  /** OpenAI's words: auto, default, flex, priority, … */
  readonly serviceTier?: string
  /** The end user as the client names them. */
  readonly user?: string
  readonly cacheKey?: string
  /** Vendor-neutral web search; how each protocol spells it is its codec's business. */
  readonly webSearch?: WebSearch
}

export type Turn = SystemTurn | UserTurn | AssistantTurn

export interface SystemTurn {
  readonly role: 'system'
  readonly parts: readonly TextPart[]
}

/** Tool results belong to the user's turns. Results that answer one assistant turn are together, before other parts. */
export interface UserTurn {
  readonly role: 'user'
  readonly parts: readonly UserPart[]
}

export interface AssistantTurn {
  readonly role: 'assistant'
  readonly parts: readonly AssistantPart[]
}

export type UserPart = TextPart | MediaPart | ToolResultPart
export type AssistantPart = TextPart | RefusalPart | ReasoningPart | ToolCallPart | MediaPart

export interface TextPart {
  readonly kind: 'text'
  readonly text: string
  /** The client asked the upstream to cache up to here. */
  readonly cache?: CacheMark
  readonly citations?: readonly Citation[]
}

export interface CacheMark {
  /** 300 or 3600. */
  readonly seconds?: number
}

export interface RefusalPart {
  readonly kind: 'refusal'
  readonly text: string
}

/** Thinking. `text` may be empty if only the opaque state is known (redacted, encrypted). */
export interface ReasoningPart {
  readonly kind: 'reasoning'
  readonly text: string
  readonly state?: OpaqueState
  /** Whether the vendor withholds the text (Anthropic's `redacted_thinking`). */
  readonly isRedacted?: boolean
}

/**
 * A vendor's signed or encrypted reasoning, which only the model family that made it can read. Passed on, never
 * changed.
 */
export interface OpaqueState {
  readonly origin: ReasoningOrigin
  /** As the vendor wrote it. */
  readonly value: string
  /** The vendor's id of the item it belongs to (OpenAI's `rs_…`), if the vendor wants it back. */
  readonly id?: string
}

export type ReasoningOrigin = 'openai' | 'anthropic' | 'google' | 'xai' | 'deepseek' | 'other'

export interface ToolCallPart {
  readonly kind: 'tool-call'
  /** The id from the upstream or client; generated (`call_` + 24 characters) if there was none. */
  readonly id: string
  readonly name: string
  /** JSON text of an object for functions, free text for custom tools. Kept as written: parse it only to encode it. */
  readonly arguments: string
  readonly isCustom?: boolean
  /** Google binds its signature to the call. */
  readonly state?: OpaqueState
  readonly cache?: CacheMark
}

/** Image, audio, video or document; in answers, an image or audio that the model made. */
export interface MediaPart {
  readonly kind: 'media'
  /** `image/png`, `application/pdf`, `audio/wav`, … ; empty when the client did not say (a link). */
  readonly mimeType: string
  readonly source: MediaSource
  readonly name?: string
  /** low, high, auto. */
  readonly detail?: string
  readonly cache?: CacheMark
  /** Transcript of audio output. */
  readonly transcript?: string
}

export type MediaSource =
  /** Base64 without line ends. */
  | { readonly kind: 'data'; readonly base64: string }
  | { readonly kind: 'url'; readonly url: string }
  /** A document given as text. */
  | { readonly kind: 'text'; readonly text: string }
  /** An id that only its vendor knows; it never crosses protocols. */
  | { readonly kind: 'file'; readonly id: string }

export interface ToolResultPart {
  readonly kind: 'tool-result'
  readonly callId: string
  /** The tool's name if the protocol repeats it; otherwise encoders find it through the earlier calls. */
  readonly name?: string
  readonly parts: readonly (TextPart | MediaPart)[]
  readonly isError?: boolean
  readonly isCustom?: boolean
  readonly cache?: CacheMark
}

export interface Citation {
  readonly url: string
  readonly title: string
  /** The part of the answer that it supports, as character positions. All text parts are counted as one text. */
  readonly start?: number
  readonly end?: number
  readonly quotedText?: string
}

export type Tool = FunctionTool | CustomTool

export interface FunctionTool {
  readonly kind: 'function'
  readonly name: string
  readonly description?: string
  /** JSON Schema; absent = no arguments. */
  readonly parameters?: JsonObject
  /** Absent = the client did not say. */
  readonly isStrict?: boolean
  readonly cache?: CacheMark
}

/** A tool whose input is free text, possibly constrained by a grammar. */
export interface CustomTool {
  readonly kind: 'custom'
  readonly name: string
  readonly description?: string
  /** OpenAI's `format` member, unchanged. */
  readonly format?: JsonObject
}

export type ToolChoice =
  | { readonly kind: 'none' | 'auto' | 'required' }
  | { readonly kind: 'tool'; readonly name: string }
  /** Only these tools, `mode` as above. */
  | { readonly kind: 'allowed'; readonly mode: 'auto' | 'required'; readonly names: readonly string[] }

export type AnswerFormat =
  | { readonly kind: 'json' }
  | {
      readonly kind: 'schema'
      readonly schema: JsonObject
      readonly name?: string
      readonly description?: string
      readonly isStrict?: boolean
    }

export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/** How much to think, in the client's own terms. An empty object = it only wants reasoning text. */
export interface ReasoningWish {
  readonly effort?: Effort
  /** Anthropic's and Google's budgets; -1 = as the model likes. */
  readonly budgetTokens?: number
  /** The client wants to see the reasoning text (summary, thoughts). Absent = it did not say. */
  readonly wantsText?: boolean
}

export interface WebSearch {
  readonly contextSize?: string
  readonly allowedDomains?: readonly string[]
  /** OpenAI's `user_location`, flat as in Responses. */
  readonly userLocation?: JsonObject
  /** The client lets the model answer only after a search. */
  readonly isForced?: true
}

export type FinishReason =
  | 'stop'
  | 'stop-sequence'
  | 'length'
  | 'tool-calls'
  | 'content-filter'
  /** A server-side tool loop paused (Anthropic's `pause_turn`). */
  | 'paused'
  /** The vendor broke off without an error it could name. */
  | 'error'

/** One complete answer. */
export interface ConversationAnswer {
  readonly id?: string
  readonly model?: string
  readonly parts: readonly AssistantPart[]
  readonly finish: FinishReason
  readonly stopSequence?: string
  readonly usage?: Usage
  readonly serviceTier?: string
  /** OpenAI's `logprobs.content`, the common form. */
  readonly logprobs?: readonly JsonValue[]
}

/**
 * One step of a streamed answer. Order within a stream: `start` first; `finish` and the last `usage` in either order at
 * the end. Pieces of one tool call carry its `index`, which counts tool calls only, from 0. A reasoning block ends when
 * anything else begins; `reasoning-state` belongs to the block that is open or was last open (or stands alone: redacted).
 */
export type ConversationEvent =
  | { readonly kind: 'start'; readonly id?: string; readonly model?: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'reasoning-state'; readonly state: OpaqueState; readonly isRedacted?: boolean }
  | { readonly kind: 'citation'; readonly citation: Citation }
  | {
      readonly kind: 'tool-start'
      readonly index: number
      readonly id: string
      readonly name: string
      readonly isCustom?: boolean
      readonly state?: OpaqueState
    }
  /** A piece of the arguments' text; pieces of one call, joined, are its JSON (possibly empty = no arguments). */
  | { readonly kind: 'tool-arguments'; readonly index: number; readonly text: string }
  | { readonly kind: 'tool-end'; readonly index: number }
  | { readonly kind: 'media'; readonly part: MediaPart }
  | { readonly kind: 'logprobs'; readonly content: readonly JsonValue[] }
  /** The complete usage known so far; replaces what was stated before. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'finish'; readonly reason: FinishReason; readonly stopSequence?: string }
  | { readonly kind: 'error'; readonly failure: UpstreamFailure }

/** What an encoder must know about the upstream of a request. */
export interface EncodeTarget {
  /** The upstream's name of the model, adapters' suffixes still on it. */
  readonly model: string
  /** The body's stream flag; may differ from the client's wish. */
  readonly isStream: boolean
  readonly traits: UpstreamTraits
  readonly adapters: ModelAdapters
  readonly losses: Losses
  /** The client's own format says what to cache: what it does not mark is not to be cached. Absent = it has no marks. */
  readonly clientMarksCache?: boolean
}

/** What a vendor's variant of a format does not accept. Absent = it does. */
export interface UpstreamTraits {
  /** Whether it accepts linked images and documents; false = only inline data (the relay fetches links first). */
  readonly takesMediaUrls?: boolean
  /** Whether it accepts linked documents where it accepts linked images. */
  readonly takesDocumentUrls?: boolean
  /** Links that are taken all the same: the vendor's own files. */
  keepsLink?(url: string): boolean
  readonly takesStructuredOutput?: boolean
  /** Role `system` in mid-conversation is obeyed. */
  readonly takesSystemTurns?: boolean
  /** The vendor's own web search. */
  readonly takesWebSearch?: boolean
  readonly takesForcedToolChoice?: boolean
  /** Role `developer` instead of `system`; only OpenAI's own reasoning models. Absent = it does not. */
  readonly takesDeveloperRole?: boolean
  /** `max_completion_tokens`; false = `max_tokens`. */
  readonly takesCompletionTokensCap?: boolean
  /** Reasoning of earlier turns goes back as `reasoning_content`, and must be there (even empty) on tool-call turns. */
  readonly wantsReasoningBack?: boolean
  /** `reasoning_details` in assistant messages (OpenRouter's, for every family). Absent = it does not. */
  readonly takesReasoningDetails?: boolean
  readonly takesTopK?: boolean
  readonly takesCacheMarks?: boolean
  /** Members that the model does not take are left out by the vendor itself: none has to be kept from it. */
  readonly ignoresUnknown?: boolean
  /** Opaque reasoning state of this family can be sent. Default: the codec's own. */
  readonly origin?: ReasoningOrigin
}

/** The administrator's options that shape requests by model name; values of `claude.*` and `gemini.*`. */
export interface ModelAdapters {
  /** `claude.default_max_tokens`; the key `default` holds for every other model. */
  readonly claudeOutputTokens: ReadonlyMap<string, number>
  /** Claude is told to cache tools and system prompt of clients that cannot say so. */
  readonly claudeCacheMarks: boolean
  readonly claudeThinkingSuffix: boolean
  /** Parts of one, such as 0.8. */
  readonly claudeThinkingShare: number
  readonly geminiThinkingSuffix: boolean
  readonly geminiThinkingShare: number
  readonly geminiThinkingModels: readonly string[]
  /** Category (without HARM_CATEGORY_ prefix or with) to threshold; `default` for the others. */
  readonly geminiSafety: ReadonlyMap<string, string>
  readonly geminiVersions: ReadonlyMap<string, string>
  /** Models that answer with images in chat. */
  readonly geminiImageModels: readonly string[]
  /** `claude.model_headers_settings`: model to extra headers. */
  readonly claudeHeaders: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
}

/**
 * Where a codec reports what it could not translate. Names are the neutral ones in docs/translation.md, in snake_case.
 */
export interface Losses {
  /** Dropped or approximated: announced to the client. */
  add(field: string): void
  /**
   * For features without which the answer would mean something else: the request is refused.
   * @throws AppError `translation_unsupported` (400), naming the field
   */
  refuse(field: string, why: string): never
}

/** An answer that is kept here, for later requests of its client. */
export interface KeptAs {
  /** What its ids are made of: 40 hexadecimal digits. */
  readonly key: string
  /** The response that the client continued. */
  readonly previousId: string | undefined
  /** The conversation that it is added to. */
  readonly conversationId?: string
  readonly isBackground: boolean
}

/** What an answer encoder must know about the request. */
export interface AnswerContext {
  /** The name the client asked for: answers say this one. */
  readonly model: string
  readonly requestId: string
  /** Unix seconds. */
  readonly created: number
  /** The client asked for usage in its stream (only OpenAI's protocols let it choose). */
  readonly wantsStreamUsage: boolean
  /** Whether the client wants reasoning text; undefined = it did not say. */
  readonly wantsReasoningText: boolean | undefined
  /** The decoded request (tools, format, metadata to echo). */
  readonly request: ConversationRequest
  /** The client's own body, for protocols whose answers repeat request members. */
  readonly body: JsonObject
  /** Prompt tokens by estimate, for protocols that state them before the upstream did. */
  readonly promptTokensEstimate: number
  /** Absent = the answer is not kept. */
  readonly kept?: KeptAs | undefined
}

/** Turns the events of one upstream stream into neutral events. One per stream. */
export interface StreamDecoder {
  /** @param data the data text of one event; never a comment */
  push(data: string): readonly ConversationEvent[]
  /**
   * The text of an event that differs only in its text from an earlier one, which contained nothing but text and stated no
   * usage. Returns undefined for other events: call `push`.
   */
  repeat?(data: string): string | undefined
  /** The events still to be sent when the stream has ended: ends of tool calls, a `finish` that was held back. */
  flush(): readonly ConversationEvent[]
}

/** Writes neutral events as the client's protocol. One per stream. */
export interface StreamEncoder {
  /** Text to write now; empty = nothing yet. */
  push(events: readonly ConversationEvent[]): string
  /**
   * Everything that says "complete": the finish, the usage, the terminator. Written after the charge is durable. A
   * `finish` or `usage` event given to `push` before is held back for this.
   */
  end(): string
  /** The events that end a broken stream, if they depend on what was written before. Absent = the protocol's error. */
  fail?(failure: UpstreamFailure): string
}

/** The client's half of a protocol: decodes its requests and encodes its answers. Pure. */
export interface ClientConversation {
  /** @throws AppError `translation_unsupported`, `invalid_request` */
  decodeRequest(body: JsonObject, losses: Losses): ConversationRequest
  encodeAnswer(answer: ConversationAnswer, context: AnswerContext): JsonObject
  encodeStream(context: AnswerContext): StreamEncoder
  /** Parts of an answer that this protocol cannot express; absent or empty = it can express everything. */
  lostInAnswer?(answer: ConversationAnswer): readonly string[]
}

/** Which names of tools a format accepts. */
export interface ToolNameRule {
  readonly charsMax: number
  /** Finds every character that may not be there. */
  readonly unfit: RegExp
}

/** The upstream's half of a protocol: encodes requests to it and decodes its answers. Pure. */
export interface UpstreamConversation {
  /** Which names of tools it accepts. Absent = any. */
  readonly toolNames?: ToolNameRule
  /** @throws AppError `translation_unsupported` */
  encodeRequest(request: ConversationRequest, target: EncodeTarget): JsonObject
  /** @param document a complete answer that is no failure */
  decodeAnswer(document: JsonValue): ConversationAnswer
  decodeStream(): StreamDecoder
}
