import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import { expireOrder } from '../../ledger/orders.ts'
import { type PaymentVerdict, payOrder } from '../../ledger/pay-order.ts'
import { findPaidBy, noteDispute, noteRefunded, settleReversals } from '../../ledger/reverse-order.ts'
import { moneyText } from '../../money/currency.ts'
import type { Notice, NoticeAnswer, PaymentProvider, RawNotice } from '../../payments/provider.ts'
import type { ApiServices } from '../api-services.ts'
import { paymentTerms, reversalTerms } from './payment-terms.ts'
import { type NoticeSender, type RefusedNotice, recordRefusal } from './record-refusal.ts'

type Needs = Pick<ApiServices, 'knex' | 'options' | 'clock' | 'limiter' | 'log'>
type NoticeOf<Kind extends Notice['kind']> = Extract<Notice, { readonly kind: Kind }>

/** The outcome of a callback. */
export interface TakenNotice {
  readonly answer: NoticeAnswer
  /** Whether the callback had a valid signature of the provider. */
  readonly isGenuine: boolean
}

/**
 * Carries out a callback, and responds once that is committed. A repeated callback changes nothing. One that is not
 * genuine, or does not match its order, changes nothing either and is recorded for the super administrator.
 */
export async function takeNotice(
  services: Needs,
  provider: PaymentProvider,
  raw: RawNotice,
  sender: NoticeSender,
): Promise<TakenNotice> {
  const options = services.options.current()
  // With an empty secret, anybody could compute a signature.
  if (provider.methods(options).length === 0) return { answer: provider.answer(false), isGenuine: false }
  const notice = provider.readNotice(raw, options)
  const problem = await act(services, provider, notice, sender)
  if (problem === undefined) return { answer: provider.answer(true), isGenuine: true }
  await recordRefusal(services, { provider: provider.name, ...problem }, sender)
  return { answer: provider.answer(false), isGenuine: problem.isSigned }
}

type Problem = Omit<RefusedNotice, 'provider'>

/** @returns the reason why nothing was done; undefined if the database now agrees with the callback */
async function act(
  services: Needs,
  provider: PaymentProvider,
  notice: Notice,
  sender: NoticeSender,
): Promise<Problem | undefined> {
  switch (notice.kind) {
    case 'nothing':
      return undefined
    case 'refused':
      return notice
    case 'ended':
      await expireOrder(services.knex, {
        provider: provider.name,
        tradeNo: notice.tradeNo,
        atMs: services.clock.now(),
      })
      return undefined
    case 'paid':
      return takePayment(services, provider, notice, sender)
    case 'refunded':
    case 'disputed':
      return takeReversal(services, provider, notice, sender)
  }
}

async function takePayment(
  { knex, options: store, clock }: Needs,
  { name: provider }: PaymentProvider,
  { tradeNo, paymentRef, money, currency }: NoticeOf<'paid'>,
  { requestId }: NoticeSender,
): Promise<Problem | undefined> {
  const options = store.current()
  const atMs = clock.now()
  const payment = { provider, tradeNo, paymentRef, money, currency, atMs }
  const problem = (why: Exclude<PaymentVerdict, 'paid' | 'already'> | 'used-payment' | 'full'): Problem => ({
    why,
    isSigned: true,
    tradeNo,
    paymentRef,
    paid: `${moneyText(money, currency)} ${currency}`,
  })
  try {
    const { verdict } = await knex.transaction(async (trx) => {
      const outcome = await payOrder(trx, payment, paymentTerms(trx, options, requestId))
      // The payment may have been refunded before this callback.
      if (outcome.verdict === 'paid')
        await settleReversals(trx, payment, reversalTerms(trx, options, { requestId }))
      return outcome
    })
    return verdict === 'paid' || verdict === 'already' ? undefined : problem(verdict)
  } catch (error) {
    if (isUniqueViolation(error)) return problem('used-payment')
    if (error instanceof AppError && error.code === 'amount_out_of_range') return problem('full')
    throw error
  }
}

async function takeReversal(
  { knex, options, clock }: Needs,
  { name: provider }: PaymentProvider,
  notice: NoticeOf<'refunded' | 'disputed'>,
  { requestId }: NoticeSender,
): Promise<Problem | undefined> {
  const { paymentRef, money, currency } = notice
  const payment = { provider, paymentRef, atMs: clock.now() }
  return knex.transaction(async (trx): Promise<Problem | undefined> => {
    const order = await findPaidBy(trx, payment)
    if (order !== undefined && order.currency !== currency) {
      const paid = `${moneyText(money, currency)} ${currency}`
      return { why: 'wrong-currency', isSigned: true, tradeNo: order.tradeNo, paymentRef, paid }
    }
    if (notice.kind === 'refunded') await noteRefunded(trx, payment, money)
    else await noteDispute(trx, payment, notice)
    await settleReversals(trx, payment, reversalTerms(trx, options.current(), { requestId }))
    return undefined
  })
}
