import type { Usage } from '../protocols/usage.ts'

/** A JSON value; absent members are undefined. */
export type Json = unknown
export type JsonMembers = Readonly<Record<string, Json>>

/** The columns of a row whose values its texts do not repeat. */
export interface CallColumns {
  readonly requestId: string
  readonly tokenName: string
  readonly group: string
  readonly model: string
  readonly promptTokens: number
  readonly completionTokens: number
  readonly isStream: boolean
  readonly useTimeMs: number
  readonly usageSource: string
}

/** A channel as it was when it was a candidate. */
export interface OfferedChannel {
  readonly channel_id: number
  readonly channel_name: string
  readonly priority: number
  readonly weight: number
}

/** The members of a call's explanation in their order, except its price, which comes first. */
export interface Explained {
  readonly path: string
  readonly model: string
  readonly upstream_model: string
  readonly group: string
  readonly token: string
  readonly pinned: boolean
  /**
   * The reason for using the channel of an earlier request: `state`, `session`, `opening`; absent = the channel was
   * drawn at random.
   */
  readonly affinity?: string | undefined
  /** The models that the request named before this one, each with the error code for which it was skipped. */
  readonly passed_over?: readonly { readonly model: string; readonly reason: string }[] | undefined
  readonly candidates: readonly (OfferedChannel & { readonly failed_lately?: true | undefined })[]
  readonly skipped?: readonly { readonly channel_id: number; readonly reason: string }[] | undefined
  readonly attempts: readonly (OfferedChannel & {
    /** 200 if the channel responded. */
    readonly status: number
    readonly took_ms: number
    readonly error?: string | undefined
    readonly reason?: string | undefined
  })[]
  /** Decimal texts; see `pricing/price-record.ts`. */
  readonly units?: string | undefined
  readonly surcharge?: string | undefined
  readonly first_byte_ms: number
  readonly usage: Usage & {
    readonly source: string
    readonly rule: string
    readonly flags: readonly string[]
    readonly rejection?: string | undefined
  }
  readonly hold: {
    /** Decimal texts of quota. */
    readonly amount: string
    readonly final: string
    readonly prompt_tokens_estimate: number
    /** Unix milliseconds. */
    readonly at_ms: number
    readonly settled_ms: number
  }
}

/** The texts of a call in readable form; see `unpackCall`. */
export interface CallTexts {
  readonly usageSource: string
  readonly content: string
  /** JSON texts. */
  readonly other: string
  readonly explanation: string
}
