import type {
  Codec,
  JsonObject,
  JsonValue,
  OperationName,
  UpstreamFailure,
  UsageReading,
} from '../protocols/types.ts'

/** One configured upstream account as the relay sees it: keys decrypted, lists split, JSON columns parsed. Immutable. */
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
  /** Requested name (prefix removed) to upstream name, chains already followed. */
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
}

/** The documented keys of a channel's `setting` JSON that act in this version. */
export interface ChannelSetting {
  readonly proxy?: string
  readonly forceFormat?: boolean
  readonly thinkingToContent?: boolean
  readonly streamSupport?: 'NON_STREAM_ONLY'
  readonly systemRoleToUser?: boolean
  readonly passThroughBodyEnabled?: boolean
  /** Never reuse a connection of this channel for another request. */
  readonly noConnectionReuse?: boolean
}

/** Everything `target` may look at. */
export interface Call {
  readonly channel: Channel
  readonly key: string
  readonly operation: OperationName | 'models'
  /** The OpenAI path of the operation, such as `/v1/chat/completions`. */
  readonly path: string
  /** Upstream model name after prefix removal and mapping; empty for `models`. */
  readonly model: string
  readonly isStream: boolean
  /** Query arguments of the client that a type may honour (Azure's api-version). */
  readonly query: Readonly<Record<string, string>>
}

export interface Target {
  /** Never holds a key. */
  readonly url: string
  /** Names in lower case. Content type and accept are the caller's unless they stand here. */
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

/** Which stored columns a type uses beyond the common ones. */
export interface ChannelFields {
  readonly key: FieldSpec & {
    /** Names of the parts of a composite key, joined by `separator`. One name = a plain key. */
    readonly parts: readonly string[]
    readonly separator?: string
    /** False only where the whole text is one key (service-account JSON). */
    readonly isMultiKey?: boolean
    readonly optional?: boolean
  }
  readonly baseUrl: FieldSpec
  readonly other?: FieldSpec
  readonly openaiOrganization?: FieldSpec
}

/** How a balance is asked and read. All calls go to the channel's own host. */
export interface BalanceQuery {
  requests(call: Call, now: Date): readonly Target[]
  /**
   * @param call tells vendors apart that bill in another currency on another host; without it the default host is meant
   * @returns decimal text and currency
   * @throws AppError `upstream_malformed` when the numbers are missing
   */
  read(bodies: readonly JsonValue[], call?: Call): { readonly balance: string; readonly currency: string }
  /** Asked when this one is refused: some accounts may see one figure and not the other. */
  readonly fallback?: BalanceQuery
}

/** A kind of upstream: where a call goes, how it is signed, where it deviates. Plain data and pure functions. */
export interface ChannelType {
  /** The catalogue number stored in the database and shown in the API. Never reused. */
  readonly type: number
  /** kebab-case, never renamed. */
  readonly slug: string
  readonly label: string
  readonly ownedBy: string
  readonly fields: ChannelFields
  /** What it can do and the codec the upstream speaks for it. */
  readonly serves: Partial<Record<OperationName, Codec>>
  /** Model names offered in the form. */
  readonly models: readonly string[]
  /** Whether `stream_options.include_usage` is understood; false = strip it. */
  readonly streamUsageOption: boolean
  target(call: Call): Target
  /** Last edits to a body in the served format. Absent = none, and bytes can pass through. Must not mutate. */
  shapeRequest?(body: JsonObject, call: Call): JsonObject
  /** Usage that the codec's own reader would miss or misread; overrides it when not `none`. */
  readUsage?(document: JsonValue): UsageReading
  /** Names the failure where the codec's reader would misread it. */
  readFailure?(status: number, bodyText: string): UpstreamFailure | undefined
  /** Vendor failures, beyond the common ones, that mean the key is dead. */
  isKeyDead?(status: number, failure: UpstreamFailure): boolean
  /** Ids of an upstream model list. Default: `data[].id`. */
  readModelList?(body: JsonValue): readonly string[]
  readonly balance?: BalanceQuery
}
