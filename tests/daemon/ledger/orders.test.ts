import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { auditSource, runAudit } from '../../../src/daemon/ledger/audit.ts'
import { sourceOf } from '../../../src/daemon/ledger/audit-source.ts'
import type { LogEvent } from '../../../src/daemon/ledger/log-event.ts'
import type { CreditLog } from '../../../src/daemon/ledger/log-row.ts'
import { expireOrder, type Order, openOrder } from '../../../src/daemon/ledger/orders.ts'
import { type PaymentTerms, type PaymentVerdict, payOrder } from '../../../src/daemon/ledger/pay-order.ts'
import {
  noteDispute,
  noteRefunded,
  type ReversalTerms,
  settleReversals,
} from '../../../src/daemon/ledger/reverse-order.ts'
import { amount } from '../../../src/daemon/money/amount.ts'
import { ratio } from '../../../src/daemon/money/ratio.ts'
import { fund, openPrivate } from './databases.ts'
import { createRandom } from './history.ts'
import { complaints } from './stores.ts'

const [INVITER, BUYER] = [1, 2]
const QUOTA = 1_000_007n
const MONEY = 7301n
const provider = 'gateway'

const row = (type: 1 | 4, username: string): CreditLog => ({
  type,
  username,
  event: { kind: 'welcome-gift', quota: 1 } satisfies LogEvent,
})
const terms: PaymentTerms & ReversalTerms = {
  username: async (userId) => `user-${userId}`,
  log: (_order: unknown, ...rest: readonly unknown[]) => row(1, String(rest.at(-1))),
  rebate: (username) => ({
    percentage: ratio('2.5'),
    percentageText: '2.5',
    logged: () => ({ quota: 1 }),
    username,
    requestId: 'r',
  }),
  rebateLog: (_delta, username) => row(4, username),
}

describe.each(['sqlite', 'postgres'] as const)('orders on %s', (engine) => {
  let database: Database
  let remove: () => Promise<void>
  let count = 0

  beforeAll(async () => {
    const made = await openPrivate(engine, 'orders')
    database = made.database
    remove = made.remove
    await database.knex('users').insert([
      { id: INVITER, username: 'host', created_time: 1, inviter_id: 0 },
      { id: BUYER, username: 'guest', created_time: 1, inviter_id: INVITER },
    ])
    await fund(database, [
      { userId: INVITER, balance: 5n },
      { userId: BUYER, balance: 7n },
    ])
  })
  afterAll(() => remove())

  const order = async (): Promise<Order> => {
    count += 1
    const { order: made } = await database.knex.transaction((trx) =>
      openOrder(
        trx,
        {
          userId: BUYER,
          provider,
          method: 'card',
          entered: String(count),
          quota: amount(QUOTA),
          money: MONEY,
          currency: 'CNY',
          createdMs: 1,
          expiresMs: 100,
        },
        { freshSinceMs: 0, newTradeNo: () => `trade-${engine}-${count}` },
      ),
    )
    return made
  }
  const nameOf = ({ tradeNo }: Order) => ({ provider, paymentRef: `payment of ${tradeNo}`, atMs: 10 })
  const pay = (of: Order, changed: object = {}): Promise<PaymentVerdict> =>
    database.knex.transaction(async (trx) => {
      const payment = { ...nameOf(of), tradeNo: of.tradeNo, money: MONEY, currency: 'CNY', ...changed }
      const { verdict } = await payOrder(trx, payment, terms)
      if (verdict === 'paid') await settleReversals(trx, payment, terms)
      return verdict
    })
  const refunded = (of: Order, money: bigint) =>
    database.knex.transaction(async (trx) => {
      await noteRefunded(trx, nameOf(of), money)
      await settleReversals(trx, nameOf(of), terms)
    })
  const disputed = (of: Order, money: bigint, isFinal: boolean) =>
    database.knex.transaction(async (trx) => {
      await noteDispute(trx, nameOf(of), { ref: 'd1', money, isFinal })
      await settleReversals(trx, nameOf(of), terms)
    })
  /** Returns the amounts that an order has brought to the buyer and the inviter. */
  const broughtBy = async ({ tradeNo }: Order) => {
    const rows = await database
      .knex('entries')
      .whereIn('kind', [5, 11, 14])
      .where((any) =>
        any.where('ref', tradeNo).orWhere('ref', `rebate:${tradeNo}`).orWhereLike('ref', `${tradeNo}:%`),
      )
      .select('user_id', 'delta')
    const sumOf = (userId: number) =>
      rows.filter((each) => each.user_id === userId).reduce((sum, each) => sum + BigInt(each.delta), 0n)
    return [sumOf(BUYER), sumOf(INVITER)]
  }
  const share = (money: bigint) => [
    QUOTA - (QUOTA * money) / MONEY,
    QUOTA / 40n - ((QUOTA / 40n) * money) / MONEY,
  ]

  it('C-WALLET-16 forty payments of one order at once: one credits, the others are told that it was', async () => {
    const one = await order()
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => pay(one)))
    expect(verdicts.filter((verdict) => verdict === 'paid')).toHaveLength(1)
    expect(verdicts.filter((verdict) => verdict === 'already')).toHaveLength(39)
    expect(await broughtBy(one)).toEqual(share(0n))
  })

  it('C-WALLET-15 of another amount, currency, provider, payment or order: nothing moves', async () => {
    const one = await order()
    const before = await database.knex('entries').count({ n: '*' })
    expect(await pay(one, { money: MONEY + 1n })).toBe('wrong-money')
    expect(await pay(one, { currency: 'USD' })).toBe('wrong-currency')
    expect(await pay(one, { provider: 'another' })).toBe('unknown-order')
    expect(await pay(one, { tradeNo: 'none' })).toBe('unknown-order')
    expect(await database.knex('entries').count({ n: '*' })).toEqual(before)
    expect(await pay(one)).toBe('paid')
    expect(await pay(one, { paymentRef: 'second' })).toBe('other-payment')
  })

  it('C-WALLET-16 an order that was ended is credited when its payment comes', async () => {
    const one = await order()
    await expireOrder(database.knex, { provider, tradeNo: one.tradeNo, atMs: 2 })
    expect(await pay(one)).toBe('paid')
    await expireOrder(database.knex, { provider, tradeNo: one.tradeNo, atMs: 3 })
    const stored = await database.knex('topup_orders').where({ id: one.id }).first()
    expect([stored.state, stored.expires_ms]).toEqual([2, 2])
  })

  it('payment, refunds and a dispute in any order, each told twice, end the same', {
    timeout: 120_000,
  }, async () => {
    const random = createRandom(13)
    const shuffled = <Item>(items: readonly Item[]): Item[] =>
      items
        .map((item) => ({ item, at: random.below(1e9) }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item)
    for (let round = 0; round < 20; round += 1) {
      const one = await order()
      const wonDispute = round % 2 === 0
      const events = [
        () => pay(one),
        () => refunded(one, 100n),
        () => refunded(one, 1234n),
        () => disputed(one, 2000n, false),
        () => disputed(one, wonDispute ? 0n : 2000n, true),
      ]
      for (const event of shuffled([...events, ...events])) await event()
      expect(await broughtBy(one)).toEqual(share(wonDispute ? 1234n : 3234n))
    }
  })

  it('all of it at once, on several connections: the books add up and the outcome is the same', {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await order()
      const events = [
        () => pay(one),
        () => refunded(one, 900n),
        () => disputed(one, MONEY, true),
        () => refunded(one, MONEY),
      ]
      await Promise.all([...events, ...events].map((event) => event()))
      expect(await broughtBy(one)).toEqual([0n, 0n])
      expect((await database.knex('topup_orders').where({ id: one.id }).first()).state).toBe(3)
    }
    expect(complaints(await runAudit(database.knex))).toEqual([])
  })

  it('I11 the audit names an order whose entries, rebate, reversal or state are not right', {
    timeout: 120_000,
  }, async () => {
    const one = await order()
    await pay(one)
    await refunded(one, 1000n)
    const open = await order()
    expect(complaints(await runAudit(database.knex))).toEqual([])
    const { knex } = database
    if (engine === 'sqlite')
      for (const name of ['update', 'delete']) await knex.raw(`DROP TRIGGER entries_no_${name}`)
    else await knex.raw('DROP TRIGGER entries_append_only ON entries')
    const entry = (kind: number, ref: string, user = BUYER) =>
      `kind = ${kind} AND ref = '${ref}' AND user_id = ${user} AND wallet_kind = 1`
    const paid = `id = ${one.id}`
    const planted: Record<string, string> = {
      'an order that credited one unit less': `UPDATE topup_orders SET quota = quota + 1 WHERE ${paid}`,
      'a top-up of another size': `UPDATE entries SET delta = delta + 1 WHERE ${entry(5, one.tradeNo)}`,
      'a top-up of another user': `UPDATE topup_orders SET user_id = ${INVITER} WHERE ${paid}`,
      'a top-up that is gone': `DELETE FROM entries WHERE ${entry(5, one.tradeNo)}`,
      'a top-up without an order': `UPDATE entries SET ref = 'nobody' WHERE ${entry(5, one.tradeNo)}`,
      'an order that is gone': `DELETE FROM topup_orders WHERE ${paid}`,
      'a paid order that says pending': `UPDATE topup_orders SET state = 1, payment_ref = NULL, paid_ms = 0 WHERE ${paid}`,
      'a pending order that says paid': `UPDATE topup_orders SET state = 2, payment_ref = 'x', paid_ms = 5 WHERE id = ${open.id}`,
      'a paid order that says refunded': `UPDATE topup_orders SET state = 3 WHERE ${paid}`,
      'a refund that took nothing': `DELETE FROM entries WHERE ${entry(14, `${one.tradeNo}:1`)}`,
      'a refund that took a unit more': `UPDATE entries SET delta = delta - 1 WHERE ${entry(14, `${one.tradeNo}:1`)}`,
      'a refund that left the rebate': `DELETE FROM entries WHERE ${entry(14, `${one.tradeNo}:1`, INVITER)}`,
      'a rebate of another size': `UPDATE entries SET delta = delta + 100 WHERE ${entry(11, `rebate:${one.tradeNo}`, INVITER)}`,
      'a reversal without an order': `UPDATE entries SET ref = 'nobody:1' WHERE ${entry(14, `${one.tradeNo}:1`)}`,
      'money that went back and is not reversed': `UPDATE topup_reversals SET money = money + 1 WHERE payment_ref = 'payment of ${one.tradeNo}'`,
      'a refund that nobody noted': `DELETE FROM topup_reversals WHERE payment_ref = 'payment of ${one.tradeNo}'`,
      'reversed money that is not': `UPDATE topup_orders SET reversed_money = reversed_money + 1 WHERE ${paid}`,
    }
    for (const [name, sql] of Object.entries(planted)) {
      const rollback = new Error('seen')
      const seen = knex.transaction(async (trx) => {
        await trx.raw(sql)
        const report = await auditSource(sourceOf(trx))
        expect([name, report.checks.find(({ id }) => id === 'I11')?.state]).toEqual([name, 'violated'])
        throw rollback
      })
      await expect(seen).rejects.toBe(rollback)
    }
    expect(complaints(await runAudit(knex))).toEqual([])
  })
})
