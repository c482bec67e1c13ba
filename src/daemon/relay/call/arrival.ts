import type { UpstreamExchange } from '../../upstream/exchange.ts'
import type { PreparedCall } from './prepare/prepare.ts'

/** A response whose head has arrived; its body is still to be read. */
export interface Arrival {
  readonly prepared: PreparedCall
  readonly exchange: UpstreamExchange
  readonly contentType: string
  /** Unix milliseconds at which the call was made. */
  readonly startedMs: number
  readonly firstByteMs: number
}
