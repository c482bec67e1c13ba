import type { PaymentVerdict } from '../../ledger/pay-order.ts'
import { networkOf } from '../../limits/network-of.ts'
import type { RefusalReason } from '../../payments/provider.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'

/** Where a notice comes from, for the trail. */
export interface NoticeSender {
  readonly ip: string
  readonly requestId: string
}

/** A notice that changed nothing although it says that something happened. */
export interface RefusedNotice {
  readonly provider: string
  /** `used-payment`: the payment has paid another order. `full`: the wallet takes no more. */
  readonly why: RefusalReason | Exclude<PaymentVerdict, 'paid' | 'already'> | 'used-payment' | 'full'
  readonly isSigned: boolean
  readonly tradeNo?: string
  readonly paymentRef?: string
  /** What it says was paid. */
  readonly paid?: string
}

/** Anybody can send unsigned notices, so of those the trail gets one a minute from each address. */
const TOLD_MS = 60_000
const TEXT_MAX = 64

/** Writes a refused notice into the audit trail and the daemon's log: facts about it, nothing of its signature. */
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

/** What strangers wrote: short, and nothing that moves a cursor. */
const plain = (text: string): string => text.replace(/[^ -~]/g, '?').slice(0, TEXT_MAX)
