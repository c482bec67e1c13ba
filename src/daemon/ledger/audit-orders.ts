import type { OrderTally, Paid, Tally } from './audit-entries.ts'
import type { Findings } from './audit-report.ts'
import { type AuditRow, type AuditSource, readSum, sumText, toBigInt } from './audit-source.ts'
import { orderStates, shareOf } from './orders.ts'

const CHUNK = 1_000
const nothing: Paid = { userId: 0, sum: 0n, count: 0 }

/**
 * Checks orders of online payments against their bookings, in both directions: I11. A paid order has one top-up entry of its
 * user over its quota. Refunded money is covered proportionally by reversals of the quota and of the inviter's rebate. No
 * such entry exists without an order.
 */
export async function auditOrders(source: AuditSource, tally: Tally, findings: Findings): Promise<void> {
  const left: OrderTally = {
    topups: new Map(tally.orders.topups),
    rebates: tally.orders.rebates,
    reversals: new Map(tally.orders.reversals),
  }
  for (let last = 0; ; ) {
    const rows = await source.all(
      `SELECT o.id, o.trade_no, o.user_id, o.quota, o.money, o.state, o.paid_ms, o.reversed_money, o.payment_ref,
         (SELECT ${sumText(source.engine, 'r.money')} FROM topup_reversals r
          WHERE r.provider = o.provider AND r.payment_ref = o.payment_ref) AS gone
       FROM topup_orders o WHERE o.id > ? ORDER BY o.id LIMIT ${CHUNK}`,
      [last],
    )
    for (const row of rows) {
      last = Number(row.id)
      findings.checked('I11', 1)
      judge(row, left, findings)
    }
    if (rows.length < CHUNK) break
  }
  for (const [sums, kind] of [
    [left.topups, 'top-up'],
    [left.reversals, 'reversal'],
  ] as const)
    for (const [name, paid] of sums)
      findings.violated('I11', {
        user: paid.userId,
        wallet: 1,
        seq: null,
        row: `entries of ${name}`,
        expected: `an order for the ${kind}`,
        found: `${paid.count} entries over ${paid.sum}`,
      })
  findings.checked('I11', 0)
}

function judge(row: AuditRow, left: OrderTally, findings: Findings): void {
  const tradeNo = String(row.trade_no)
  const user = Number(row.user_id)
  const [quota, money, reversed] = [toBigInt(row.quota), toBigInt(row.money), toBigInt(row.reversed_money)]
  const isPaid = Number(row.state) !== orderStates.pending
  const expect = (what: string, expected: string, found: string): void => {
    if (expected === found) return
    findings.violated('I11', {
      user,
      wallet: 1,
      seq: null,
      row: `topup_orders ${String(row.id)}`,
      expected: `${what}: ${expected}`,
      found,
    })
  }
  const take = (sums: Map<string, Paid>, name: string): Paid => {
    const found = sums.get(name) ?? nothing
    sums.delete(name)
    return found
  }
  const topup = take(left.topups, tradeNo)
  expect(
    'top-up',
    isPaid ? `1 entry of user ${user} over ${quota}` : 'no entry',
    topup.count === 0 ? 'no entry' : `${topup.count} entry of user ${topup.userId} over ${topup.sum}`,
  )
  const gone = readSum(row.gone ?? 0)
  expect('money that went back', String(isPaid ? (gone < money ? gone : money) : 0n), String(reversed))
  expect(
    'state',
    String(isPaid ? (reversed === money ? orderStates.refunded : orderStates.paid) : orderStates.pending),
    String(row.state),
  )
  expect(
    'reversed',
    String(-shareOf(quota, reversed, money)),
    String(take(left.reversals, `${tradeNo} ${user}`).sum),
  )
  const rebate = left.rebates.get(`rebate:${tradeNo}`)
  if (rebate !== undefined && rebate.userId !== user)
    expect(
      'rebate taken back',
      String(-shareOf(rebate.sum, reversed, money)),
      String(take(left.reversals, `${tradeNo} ${rebate.userId}`).sum),
    )
}
