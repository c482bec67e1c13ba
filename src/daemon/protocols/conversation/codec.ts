import type { Texts } from '../../errors/reasons.ts'
import type { JsonObject, JsonValue } from '../json-value.ts'
import type { UpstreamFailure } from '../upstream-failure.ts'
import type { ConversationAnswer, ConversationEvent, ConversationRequest, ReasoningOrigin } from './types.ts'

/** What an encoder must know about the upstream of a request. */
export interface EncodeTarget {
  /** The model's name at the upstream, still with the suffixes that adapters read. */
  readonly model: string
  /** Whether we ask the upstream for a stream. The client may have asked for something else. */
  readonly isStream: boolean
  readonly traits: UpstreamTraits
  readonly adapters: ModelAdapters
  readonly losses: Losses
  /** Whether the client's format can mark what to cache. If it can, nothing else is cached. */
  readonly clientMarksCache?: boolean
}

/** What a vendor's variant of a format does not accept. Absent = it does. */
export interface UpstreamTraits {
  /** Whether it accepts linked images and documents; false = only inline data (the relay fetches links first). */
  readonly takesMediaUrls?: boolean
  /** Whether it accepts linked documents where it accepts linked images. */
  readonly takesDocumentUrls?: boolean
  /** Which links it accepts anyway, such as those to the vendor's own files. */
  keepsLink?(url: string): boolean
  readonly takesStructuredOutput?: boolean
  /** Whether it obeys the role `system` in the middle of a conversation. */
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
  /** Whether the vendor itself ignores members that the model does not know, so that we can send them all. */
  readonly ignoresUnknown?: boolean
  /** Opaque reasoning state of this family can be sent. Default: the codec's own. */
  readonly origin?: ReasoningOrigin
}

/** The administrator's options that shape requests by model name; values of `claude.*` and `gemini.*`. */
export interface ModelAdapters {
  /** `claude.default_max_tokens`; the key `default` holds for every other model. */
  readonly claudeOutputTokens: ReadonlyMap<string, number>
  /** Whether we ask Claude to cache tools and system prompt for clients that cannot ask. */
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
   * Refuses the request. For features without which the answer would mean something else.
   * @throws AppError `translation_unsupported` (400), naming the field
   */
  refuse(field: string, why: Texts): never
}

/** An answer that is kept here, for later requests of its client. */
export interface KeptAs {
  /** 40 hexadecimal digits. The ids of the answer are made from them. */
  readonly key: string
  /** The response that the client continued. */
  readonly previousId: string | undefined
  /** The conversation that it is added to. */
  readonly conversationId?: string
  readonly isBackground: boolean
}

/** What an answer encoder must know about the request. */
export interface AnswerContext {
  /** The name that the client asked for and reads in the answer. */
  readonly model: string
  readonly requestId: string
  /** Unix seconds. */
  readonly created: number
  /** Whether the client asked for usage in its stream. Only OpenAI's protocols have this option. */
  readonly wantsStreamUsage: boolean
  /** Whether the client wants reasoning text; undefined = it did not say. */
  readonly wantsReasoningText: boolean | undefined
  /** The decoded request (tools, format, metadata to echo). */
  readonly request: ConversationRequest
  /** The client's own body, for protocols whose answers repeat request members. */
  readonly body: JsonObject
  /** An estimate of the prompt tokens, for protocols that state them before the upstream has. */
  readonly promptTokensEstimate: number
  /** Absent = the answer is not kept. */
  readonly kept?: KeptAs | undefined
}

/** Turns the events of one upstream stream into neutral events. One per stream. */
export interface StreamDecoder {
  /** @param data the data text of one event; never a comment */
  push(data: string): readonly ConversationEvent[]
  /**
   * Returns the text of an event that is like an earlier one except for its text, if that one had only text and no usage. Returns
   * undefined for other events, which go to `push`.
   */
  repeat?(data: string): string | undefined
  /** Returns what is left when the stream has ended: ends of tool calls, and a `finish` that was kept back. */
  flush(): readonly ConversationEvent[]
}

/** Writes neutral events as the client's protocol. One per stream. */
export interface StreamEncoder {
  /** Text to write now; empty = nothing yet. */
  push(events: readonly ConversationEvent[]): string
  /**
   * Returns the end of the stream: the finish, the usage and the terminator. The relay writes it once the charge is durable, so
   * `push` must keep `finish` and `usage` events back for it.
   */
  end(): string
  /** Returns the events that end a broken stream, if they depend on what was written before. Absent = the protocol's error. */
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
  /** Infinite where the vendor states no limit. */
  readonly charsMax: number
  /** Matches every character that a name must not have. */
  readonly unfit: RegExp
}

/** The upstream's half of a protocol: encodes requests to it and decodes its answers. Pure. */
export interface UpstreamConversation {
  /** Which names of tools it accepts. Absent = any. */
  readonly toolNames?: ToolNameRule
  /** @throws AppError `translation_unsupported` */
  encodeRequest(request: ConversationRequest, target: EncodeTarget): JsonObject
  /** @param document a complete answer; failures are sorted out before */
  decodeAnswer(document: JsonValue): ConversationAnswer
  decodeStream(): StreamDecoder
}
