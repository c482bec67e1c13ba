import type { Texts } from '../../errors/reasons.ts'
import type { JsonObject, JsonValue } from '../json-value.ts'
import type { UpstreamFailure } from '../upstream-failure.ts'
import type { ConversationAnswer, ConversationEvent, ConversationRequest, ReasoningOrigin } from './types.ts'

/** Facts about the upstream of a request that an encoder needs. */
export interface EncodeTarget {
  /** The upstream's name for the model, still with the suffixes that adapters read. */
  readonly model: string
  /** Whether we ask the upstream for a stream. The client may have asked for something else. */
  readonly isStream: boolean
  readonly traits: UpstreamTraits
  readonly adapters: ModelAdapters
  readonly losses: Losses
  /** Whether the client's format has cache marks. If it does, nothing is cached beyond them. */
  readonly clientMarksCache?: boolean
}

/**
 * Features that a vendor's variant of a format does or does not accept. Absent means accepted unless stated otherwise.
 */
export interface UpstreamTraits {
  /** Whether linked images and documents are accepted; false = only inline data (the relay fetches links first). */
  readonly takesMediaUrls?: boolean
  /** Whether linked documents are accepted as well as linked images. */
  readonly takesDocumentUrls?: boolean
  /** Whether a link is accepted even though others are not, such as a link to one of the vendor's own files. */
  keepsLink?(url: string): boolean
  readonly takesStructuredOutput?: boolean
  /** Whether the role `system` is respected in the middle of a conversation. */
  readonly takesSystemTurns?: boolean
  /** Whether the vendor has its own web search. */
  readonly takesWebSearch?: boolean
  readonly takesForcedToolChoice?: boolean
  /** Role `developer` instead of `system`; only OpenAI's own reasoning models. Absent = not accepted. */
  readonly takesDeveloperRole?: boolean
  /** `max_completion_tokens`; false = `max_tokens`. */
  readonly takesCompletionTokensCap?: boolean
  /** Reasoning of earlier turns goes back as `reasoning_content`, which tool-call turns must have (even if empty). */
  readonly wantsReasoningBack?: boolean
  /** `reasoning_details` in assistant messages (OpenRouter, for every model family). Absent = not accepted. */
  readonly takesReasoningDetails?: boolean
  readonly takesTopK?: boolean
  readonly takesCacheMarks?: boolean
  /** Whether the vendor itself ignores members that the model does not support, so that we can send them all. */
  readonly ignoresUnknown?: boolean
  /** The model family whose opaque reasoning state can be sent. Default: the codec's own. */
  readonly origin?: ReasoningOrigin
}

/** The administrator's options that shape requests by model name: the values of `claude.*` and `gemini.*`. */
export interface ModelAdapters {
  /** `claude.default_max_tokens`; the key `default` applies to every other model. */
  readonly claudeOutputTokens: ReadonlyMap<string, number>
  /** Whether we ask Claude to cache tools and system prompt for clients whose format has no cache marks. */
  readonly claudeCacheMarks: boolean
  readonly claudeThinkingSuffix: boolean
  /** A fraction between 0 and 1, such as 0.8. */
  readonly claudeThinkingShare: number
  readonly geminiThinkingSuffix: boolean
  readonly geminiThinkingShare: number
  readonly geminiThinkingModels: readonly string[]
  /** Maps a category (with or without the prefix HARM_CATEGORY_) to its threshold; `default` applies to the others. */
  readonly geminiSafety: ReadonlyMap<string, string>
  readonly geminiVersions: ReadonlyMap<string, string>
  /** Models that can answer with images in chat. */
  readonly geminiImageModels: readonly string[]
  /** `claude.model_headers_settings`: maps a model to extra headers. */
  readonly claudeHeaders: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
}

/**
 * Collects what a codec could not translate. Field names are the neutral ones in docs/translation.md, in snake_case.
 */
export interface Losses {
  /** Records a field that was dropped or approximated. The client is told about it. */
  add(field: string): void
  /**
   * Refuses the request, for features whose absence would change the meaning of the answer.
   * @throws AppError `translation_unsupported` (400), naming the field
   */
  refuse(field: string, why: Texts): never
}

/** How the gateway stores an answer for later requests of its client. */
export interface KeptAs {
  /** 40 hexadecimal digits, from which the ids in the answer are derived. */
  readonly key: string
  /** The response that the client continues. */
  readonly previousId: string | undefined
  /** The conversation that the answer is added to. */
  readonly conversationId?: string
  readonly isBackground: boolean
}

/** Facts about the request that an answer encoder needs. */
export interface AnswerContext {
  /** The model name that the client asked for; the answer repeats it. */
  readonly model: string
  readonly requestId: string
  /** Unix seconds. */
  readonly created: number
  /** Whether the client asked for usage in its stream. Only OpenAI's protocols have this option. */
  readonly wantsStreamUsage: boolean
  /** Whether the client wants reasoning text; undefined = not stated. */
  readonly wantsReasoningText: boolean | undefined
  /** The decoded request, whose tools, format and metadata the answer may repeat. */
  readonly request: ConversationRequest
  /** The client's original body, for protocols whose answers repeat request members. */
  readonly body: JsonObject
  /** An estimate of the prompt tokens, for protocols that state them before the upstream does. */
  readonly promptTokensEstimate: number
  /** Absent = the answer is not stored. */
  readonly kept?: KeptAs | undefined
}

/** Decodes the events of one upstream stream into neutral events. Create one per stream. */
export interface StreamDecoder {
  /** @param data the data text of one event; never a comment */
  push(data: string): readonly ConversationEvent[]
  /**
   * Returns the text of an event that differs from an earlier one only in its text, if the earlier one had text alone
   * and no usage. Returns undefined for other events, which must go to `push`.
   */
  repeat?(data: string): string | undefined
  /** Returns the remaining events after the stream has ended: ends of tool calls, and a `finish` that was held back. */
  flush(): readonly ConversationEvent[]
}

/** Encodes neutral events in the client's protocol. Create one per stream. */
export interface StreamEncoder {
  /** Returns the text to write now; empty = nothing yet. */
  push(events: readonly ConversationEvent[]): string
  /**
   * Returns the end of the stream: the finish, the usage and the terminator. The relay writes it only after the charge
   * is durable, so `push` must hold `finish` and `usage` events back until then.
   */
  end(): string
  /**
   * Returns the events that end a broken stream, if they depend on earlier output. Absent = the protocol's own error.
   */
  fail?(failure: UpstreamFailure): string
}

/** The client side of a protocol: decodes requests and encodes answers. Pure. */
export interface ClientConversation {
  /** @throws AppError `translation_unsupported`, `invalid_request` */
  decodeRequest(body: JsonObject, losses: Losses): ConversationRequest
  encodeAnswer(answer: ConversationAnswer, context: AnswerContext): JsonObject
  encodeStream(context: AnswerContext): StreamEncoder
  /**
   * Returns the features of an answer that this protocol cannot express; absent or empty = it can express everything.
   */
  lostInAnswer?(answer: ConversationAnswer): readonly string[]
}

/** The tool names that a format accepts. */
export interface ToolNameRule {
  /** Infinity where the vendor states no limit. */
  readonly charsMax: number
  /** Matches every character that is not allowed in a name. */
  readonly unfit: RegExp
}

/** The upstream side of a protocol: encodes requests and decodes answers. Pure. */
export interface UpstreamConversation {
  /** The tool names that the upstream accepts. Absent = any. */
  readonly toolNames?: ToolNameRule
  /** @throws AppError `translation_unsupported` */
  encodeRequest(request: ConversationRequest, target: EncodeTarget): JsonObject
  /** @param document a complete answer; failures have been handled before */
  decodeAnswer(document: JsonValue): ConversationAnswer
  decodeStream(): StreamDecoder
}
