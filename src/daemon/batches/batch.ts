import type { Amount } from '../money/amount.ts'
import type { Quote } from '../pricing/quote.ts'
import type { JsonObject } from '../protocols/types.ts'
import type { StatePlace } from '../relay/stored/vendor-states.ts'

/** The payer of a batch, as named in the log. */
export interface Payer {
  readonly username: string
  readonly tokenName: string
  readonly group: string
  readonly address: string
}

/** A batch before the vendor is called. */
export interface NewBatch {
  /** Identifies its charge and its log row. */
  readonly requestId: string
  readonly userId: number
  readonly tokenId: number | null
  readonly place: StatePlace
  /** The model as named by the client. */
  readonly model: string
  /** The endpoint that its requests use. It also determines the form of the batch. */
  readonly endpoint: string
  /** Number of requests in its input. */
  readonly requests: number
  readonly promptTokens: number
  readonly payer: Payer
  /** The price at the time of submission. */
  readonly price: Quote
  readonly held: Amount
  readonly createdMs: number
}

export interface Batch extends NewBatch {
  readonly id: number
  /** ID of its current hold: the request ID, unless the daemon that made the first hold is gone. */
  readonly holdId: string
  /** The ID used by the vendor and the client. */
  readonly vendorId: string
  /** Whether the batch has not been charged yet. */
  readonly isOpen: boolean
  /** The description that its owner may see. The end of a batch is shown only after it has been charged. */
  readonly described: JsonObject
}
