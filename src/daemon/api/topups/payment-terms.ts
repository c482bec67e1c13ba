import type { Knex } from 'knex'
import { loggedAmount } from '../../accounts/logged-amount.ts'
import { AppError } from '../../errors/app-error.ts'
import type { PaymentTerms } from '../../ledger/pay-order.ts'
import type { ReversalTerms } from '../../ledger/reverse-order.ts'
import { moneyText } from '../../money/currency.ts'
import type { Options } from '../../options/registry.ts'
import { rebateTerms } from '../redemptions/rebate-terms.ts'

/** Finds the name for log rows; deactivated accounts keep theirs. */
const usernames =
  (trx: Knex.Transaction) =>
  async (userId: number): Promise<string> => {
    const row = await trx('users').where({ id: userId }).first<{ username: string } | undefined>('username')
    if (row === undefined) throw new AppError('internal', { detail: { userId } })
    return row.username
  }

/** Describes a payment for the user's log, and the inviter's share of it. */
export const paymentTerms = (trx: Knex.Transaction, options: Options, requestId: string): PaymentTerms => ({
  username: usernames(trx),
  log: ({ quota, money, currency, paidMs, expiresMs }, username) => ({
    type: 1,
    username,
    event: {
      kind: 'topped-up',
      amount: loggedAmount(quota, options),
      paid: `${moneyText(money, currency)} ${currency}`,
      isLate: paidMs > expiresMs,
    },
    requestId,
  }),
  rebate: (username) => rebateTerms(options, { username, requestId }),
})

/** Describes a reversal for the logs of the user and of the inviter. */
export function reversalTerms(
  trx: Knex.Transaction,
  options: Options,
  by: { readonly requestId: string; readonly actorId?: number },
): ReversalTerms {
  const { requestId } = by
  const sizeOf = (delta: bigint) => loggedAmount(delta < 0n ? -delta : delta, options)
  return {
    username: usernames(trx),
    log: ({ tradeNo }, delta, username) => ({
      type: 1,
      username,
      event: {
        kind: delta < 0n ? 'payment-reversed' : 'payment-restored',
        amount: sizeOf(delta),
        order: tradeNo,
      },
      requestId,
    }),
    rebateLog: (delta, username) => ({
      type: 4,
      username,
      event: { kind: delta < 0n ? 'rebate-reversed' : 'rebate-restored', amount: sizeOf(delta) },
      requestId,
    }),
    ...(by.actorId === undefined ? {} : { actorId: by.actorId }),
  }
}
