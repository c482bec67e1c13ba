import type { ModelAdapters, UpstreamTraits } from '../protocols/conversation/codec.ts'
import type { ConversationRequest } from '../protocols/conversation/types.ts'
import type {
  Codec,
  JsonObject,
  JsonValue,
  OperationName,
  StreamFraming,
  UpstreamFailure,
  UsageReading,
} from '../protocols/types.ts'
import type { SteeringRule } from './steering.ts'

/** A configured upstream account, prepared for the relay: keys decrypted, lists split, JSON columns parsed. Immutable. */
export interface Channel {
  readonly id: number
  readonly type: number
  readonly name: string
  /** At least one. Used in turn. */
  readonly keys: readonly string[]
  readonly openaiOrganization: string
  readonly maxInputTokens: number
  /** Without a trailing slash; empty = the type's default. */
  readonly baseUrl: string
  readonly other: string
  /** Maps requested names (without prefix) to upstream names; chains are already resolved. */
  readonly modelMapping: ReadonlyMap<string, string>
  readonly statusCodeMapping: ReadonlyMap<number, number>
  readonly models: readonly string[]
  readonly groups: readonly string[]
  readonly autoBan: boolean
  readonly testModel: string
  readonly priority: number
  readonly weight: number
  readonly tag: string
  readonly modelPrefix: string
  readonly setting: ChannelSetting
  readonly paramOverride: JsonObject | undefined
  readonly systemPrompt: string
  readonly status: number
  /** Unix seconds. */
  readonly createdTime: number
  /** The formats that its server was found to speak; undefined = unknown. */
  readonly speaksFound?: FoundFormat | undefined
}

/** One of OpenAI's two conversation formats. Many servers that look like OpenAI have only the first. */
export type SpokenFormat = 'chat' | 'responses'

export type FoundFormat = SpokenFormat | 'both'

/** The keys of a channel's `setting` JSON that have an effect. */
export interface ChannelSetting {
  readonly proxy?: string
  readonly forceFormat?: boolean
  readonly thinkingToContent?: boolean
  readonly streamSupport?: 'NON_STREAM_ONLY'
  readonly systemRoleToUser?: boolean
  readonly passThroughBodyEnabled?: boolean
  /** Never reuse a connection of this channel for another request. */
  readonly noConnectionReuse?: boolean
  /** Replaces the daemon's time limits for the first byte of an answer and for pauses. */
  readonly firstByteTimeoutSeconds?: number
  readonly idleTimeoutSeconds?: number
  /** True if requests that would lose something in translation are refused. */
  readonly refuseLossyTranslation?: boolean
  /** The only one of OpenAI's two conversation formats to use with its server; absent = it is probed. */
  readonly speaks?: SpokenFormat
}

/** The facts about a call from which `target` is built. */
export interface Call {
  readonly channel: Channel
  readonly key: string
  /** The operation in the format used with the upstream; it may differ from the client's. */
  readonly operation: OperationName | 'models' | 'files' | 'batches'
  /** OpenAI's path of that operation, such as `/v1/chat/completions` (Anthropic's, `/v1/messages`, for `messages`). */
  readonly path: string
  /** Upstream model name after prefix removal and mapping; empty for `models`. */
  readonly model: string
  readonly isStream: boolean
  /** Query arguments of the client that a type may honour (Azure's api-version). */
  readonly query: Readonly<Record<string, string>>
  /** The client's headers that a type may pass on: `anthropic-version`, `anthropic-beta`, `openai-beta`. */
  readonly headers: Readonly<Record<string, string>>
  /** The token obtained for the key, if the type has `credential`. */
  readonly credential: string | undefined
  /** The administrator's options that shape requests by model name. */
  readonly adapters: ModelAdapters
}

/** Uploads media of a request to a vendor that refers to them by id, with one call for each before the request. */
export interface MediaUpload {
  request(
    media: { readonly mimeType: string; readonly base64: string; readonly name: string | undefined },
    request: ConversationRequest,
    call: Call,
  ): { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array }
  /** Returns the id for the type's codec; undefined = the answer has none. */
  read(document: JsonValue): string | undefined
}

/** A finished request, for types whose signature covers its content. */
export interface UnsignedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly now: Date
}

/** Describes how to obtain a short-lived token for a key with one call. The token is cached until shortly before it expires. */
export interface CredentialExchange {
  /** False = this kind of key is used as it is. Absent = every key is exchanged. */
  applies?(call: Call): boolean
  /** @throws AppError `channel_misconfigured` if the key does not have the required form */
  request(
    call: Call,
    now: Date,
  ): {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  /** undefined = the vendor refused: the key is treated as dead (401). */
  read(document: JsonValue): { readonly token: string; readonly expiresInSeconds: number } | undefined
  /** Reports whether a failure means that the cached token has expired; it is then fetched again, once. Default: status 401. */
  isExpired?(status: number, failure: UpstreamFailure): boolean
  /** Seconds before the end of its life at which a token is replaced. */
  readonly refreshSeconds: number
}

export interface Target {
  /** Never holds a key. `wss:` = one text frame out (the body), text frames in, each read as one event. */
  readonly url: string
  /** Headers with names in lower case. The caller sets content type and accept unless they are included. */
  readonly headers: Readonly<Record<string, string>>
}

/** One field of the channel form. Labels and hints are catalogue keys, texts live with the catalogues. */
export interface FieldSpec {
  readonly required?: boolean
  readonly default?: string
  readonly label?: { readonly en: string; readonly zh: string }
  readonly hint?: { readonly en: string; readonly zh: string }
  /** Returns why the text is wrong, or undefined. */
  check?(text: string): { readonly en: string; readonly zh: string } | undefined
}

/** The stored columns that a type uses in addition to the common ones. */
export interface ChannelFields {
  readonly key: FieldSpec & {
    /** Names of the parts of a composite key, joined by `separator`. One name = a plain key. */
    readonly parts: readonly string[]
    readonly separator?: string
    /** False only if the whole text is one key (service-account JSON). */
    readonly isMultiKey?: boolean
    readonly optional?: boolean
  }
  readonly baseUrl: FieldSpec
  readonly other?: FieldSpec
  readonly openaiOrganization?: FieldSpec
}

/** Requests and reads the balance of an account. All calls go to the channel's own host. */
export interface BalanceQuery {
  requests(call: Call, now: Date): readonly Target[]
  /**
   * @param call distinguishes hosts of a vendor that bill in different currencies; absent = the default host
   * @returns decimal text and currency
   * @throws AppError `upstream_malformed` when the numbers are missing
   */
  read(bodies: readonly JsonValue[], call?: Call): { readonly balance: string; readonly currency: string }
  /** Used if this query is refused, because some accounts may see only one of the two figures. */
  readonly fallback?: BalanceQuery
}

/** Features of a request that some vendors support in only one of their formats. */
export interface Asks {
  /** Tools that the client runs. */
  readonly usesTools: boolean
  /** The reasoning effort that it states; undefined = none. */
  readonly effort: string | undefined
  /** True if the vendor's web search is requested in a format other than Chat Completions. */
  readonly searches?: boolean
}

/** The vendor of a file API. OpenAI and Anthropic share the address `/v1/files`, Google has its own. */
export type FileProtocol = 'openai' | 'anthropic' | 'gemini'

/** The vendor of a batch API. */
export type BatchProtocol = 'openai' | 'anthropic' | 'gemini'

/** Options that switch off kinds of upstreams together with all models of their channels. */
export type ChannelSwitch = 'DrawingEnabled' | 'TaskEnabled'

/** A kind of upstream: its addresses, signatures and deviations. Plain data and pure functions. */
export interface ChannelType {
  /** The catalogue number stored in the database and shown in the API. Never reused. */
  readonly type: number
  /** kebab-case, never renamed. */
  readonly slug: string
  readonly label: string
  readonly ownedBy: string
  readonly fields: ChannelFields
  /** The option that switches off channels of the type; absent = none. */
  readonly switchedBy?: ChannelSwitch
  /** The operations of the type and the codec that the upstream speaks for each. */
  readonly serves: Partial<Record<OperationName, Codec>>
  /** Model names offered in the form. */
  readonly models: readonly string[]
  /**
   * Reports whether the vendor supports this operation for this model, if that depends on the model (Vertex AI speaks three
   * protocols). Absent = all operations in `serves`.
   *
   * @param asks features of the request; undefined = the question is not about a request
   */
  speaks?(operation: OperationName, model: string, channel: Channel, asks?: Asks): boolean
  /**
   * Reports whether the server of a channel certainly supports every format in `serves`. Absent = only the vendor's default
   * address does.
   */
  servesAll?(channel: Channel): boolean
  /** Reports whether the server of a channel has `/v1/responses/compact`. Absent = it does not. */
  compacts?(channel: Channel): boolean
  /**
   * Returns the codec if the channel's key, another column or the model requires a different one than `serves` has; undefined =
   * the one in `serves`.
   */
  codecFor?(operation: OperationName, channel: Channel, model: string): Codec | undefined
  /** The features that its variant of a conversation format lacks; absent members = supported. */
  traits?(call: Call): UpstreamTraits
  /** `always` = the vendor only streams (and Tollgate collects its answer for other clients), `never` = it never streams. */
  streaming?(call: Call): 'both' | 'always' | 'never'
  /** The framing of its streams, if it differs from the codec's. */
  framing?(call: Call): StreamFraming | undefined
  /** How to upload media; absent = they are part of the request, or handled by the codec. */
  readonly upload?: MediaUpload
  /** How to obtain a token for the key; absent = the key itself is sent. */
  readonly credential?: CredentialExchange
  /** Completes the address at the moment of the call, for example with a dated signature in the query. */
  finishUrl?(request: UnsignedRequest, call: Call): string
  /** Returns the headers that sign the finished request. */
  sign?(request: UnsignedRequest, call: Call): Readonly<Record<string, string>>
  /** True if the vendor understands `stream_options.include_usage`; false = strip it. */
  readonly streamUsageOption: boolean
  /** True if the vendor understands Mistral's names for parts of a chat request, see `inOpenAiWords`. */
  readonly speaksMistral?: true
  /** Rules for parts of a request that change the model or the price only with this vendor. */
  readonly steering?: readonly SteeringRule[]
  target(call: Call): Target
  /** Last edits to a body in the served format. Absent = none, and bytes can pass through. Must not mutate. */
  shapeRequest?(body: JsonObject, call: Call): JsonObject
  /** Reads usage that the codec's own reader would miss or misread. Takes precedence unless it returns `none`. */
  readUsage?(document: JsonValue): UsageReading
  /** Reads a failure that the codec's reader would misread. */
  readFailure?(status: number, bodyText: string): UpstreamFailure | undefined
  /** Reports whether a failure means that the key is dead, in addition to the common ones. */
  isKeyDead?(status: number, failure: UpstreamFailure): boolean
  /** Ids of an upstream model list. Default: `data[].id`. */
  readModelList?(body: JsonValue): readonly string[]
  readonly balance?: BalanceQuery
  /**
   * Members with client-chosen names of state that the vendor keeps, such as a conversation. Tollgate changes the names per
   * user, so that no user can address the state of another. Absent = there are no such members.
   */
  readonly namedByClient?: readonly string[]
  /** True if the vendor stores conversations of clients that speak Anthropic's format (`thread`). Absent = it does not. */
  readonly keepsThreads?: true
  /** The protocol in which the vendor stores files of its clients; absent = it stores none. */
  readonly keepsFiles?: FileProtocol
  /** The vendor's discounted batch API; absent = it has none, or its answers do not state the usage. */
  readonly runsBatches?: BatchProtocol
}
