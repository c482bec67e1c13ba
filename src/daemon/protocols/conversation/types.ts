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
  /** The text that it signs. Some clients keep only the signature, and Anthropic accepts both or neither. */
  readonly signedText?: string
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
  /** Anthropic's own definition of the tool, for Claude. Other models get the function. */
  readonly definedByAnthropic?: JsonObject
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
  /** The vendor's own searches of the web. */
  readonly searches?: readonly string[]
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
  /** A search of the web by the vendor itself; each comes once, anywhere before the end. */
  | { readonly kind: 'search'; readonly query: string }
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
