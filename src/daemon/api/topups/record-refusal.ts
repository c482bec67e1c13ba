import type { PaymentVerdict } from '../../ledger/pay-order.ts'
import { networkOf } from '../../limits/network-of.ts'
import type { RefusalReason } from '../../payments/provider.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'

/** The sender of a callback, for the audit trail. */
export interface NoticeSender {
  readonly ip: string
  readonly requestId: string
}

/** A callback that changed nothing although it reports an event. */
export interface RefusedNotice {
  readonly provider: string
  /** `used-payment`: the payment was already used for another order. `full`: the wallet cannot hold more. */
  readonly why: RefusalReason | Exclude<PaymentVerdict, 'paid' | 'already'> | 'used-payment' | 'full'
  readonly isSigned: boolean
  readonly tradeNo?: string
  readonly paymentRef?: string
  /** The amount that was paid according to the callback. */
  readonly paid?: string
}

/** Anybody can send unsigned callbacks, so only one of them per address is recorded within this time. */
const TOLD_MS = 60_000
const TEXT_MAX = 64

/** Writes a refused callback to the audit trail and the daemon's log: facts about it, but nothing of its signature. */
export async function recordRefusal(
  { knex, limiter, clock, log }: Pick<ApiServices, 'knex' | 'limiter' | 'clock' | 'log'>,
  { provider, why, isSigned, tradeNo = '', paymentRef = '', paid = '' }: RefusedNotice,
  { ip, requestId }: NoticeSender,
): Promise<void> {
  if (!isSigned) {
    const { isAllowed } = await limiter.take(`topup:refused:${provider}:${networkOf(ip)}`, 1, TOLD_MS)
    if (!isAllowed) return
  }
  const facts = { provider, why, signed: isSigned, payment_ref: plain(paymentRef), paid }
  log.warn({ ...facts, tradeNo: plain(tradeNo), ip }, 'notice of a payment refused')
  const author = { id: 0, username: '', role: 0, ip, requestId, atMs: clock.now() }
  await recordChange(knex, author, {
    action: 'payment.refuse',
    targetKind: 'order',
    targetId: plain(tradeNo),
    after: facts,
  })
}

/** Cleans text from strangers: short, and without characters that move a cursor. */
const plain = (text: string): string => text.replace(/[^ -~]/g, '?').slice(0, TEXT_MAX)
