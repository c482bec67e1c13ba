import type { JsonObject, JsonValue } from '../json-value.ts'
import type { UpstreamFailure } from '../upstream-failure.ts'
import type { ConversationAnswer, ConversationEvent, ConversationRequest, ReasoningOrigin } from './types.ts'

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
