import type { AnswerLease } from '../../upstream/answer-room.ts'
import type { UpstreamExchange } from '../../upstream/exchange.ts'
import type { PreparedCall } from './prepare/prepare.ts'

/** A response whose head has arrived; its body is still to be read. */
export interface Arrival {
  readonly prepared: PreparedCall
  readonly exchange: UpstreamExchange
  /** The memory reserved for a long answer; undefined = not counted. */
  readonly lease: AnswerLease | undefined
  readonly contentType: string
  /** Unix milliseconds when the call was made. */
  readonly startedMs: number
  readonly firstByteMs: number
}
