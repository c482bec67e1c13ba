import type { Amount } from '../money/amount.ts'
import type { Quote } from '../pricing/quote.ts'
import type { JsonObject } from '../protocols/types.ts'
import type { StatePlace } from '../relay/stored/vendor-states.ts'

/** Who pays for a batch, as the log names them. */
export interface Payer {
  readonly username: string
  readonly tokenName: string
  readonly group: string
  readonly address: string
}

/** A batch before the vendor is asked. */
export interface NewBatch {
  /** What its charge and its log row are known by. */
  readonly requestId: string
  readonly userId: number
  readonly tokenId: number | null
  readonly place: StatePlace
  /** As the client names it. */
  readonly model: string
  /** What its requests call. It also says whose form the batch has. */
  readonly endpoint: string
  /** How many requests its input has. */
  readonly requests: number
  readonly promptTokens: number
  readonly payer: Payer
  /** Frozen at the submission. */
  readonly price: Quote
  readonly held: Amount
  readonly createdMs: number
}

export interface Batch extends NewBatch {
  readonly id: number
  /** What is held for it: its request id, until the daemon that held it is gone. */
  readonly holdId: string
  /** The vendor's name for it, and the client's. */
  readonly vendorId: string
  /** Open = not charged yet. */
  readonly isOpen: boolean
  /** As its owner may see it: the end of a batch is shown when it has been charged. */
  readonly described: JsonObject
}
