import { afterAll, beforeAll, expect, it } from 'vitest'
import { reversalTerms } from '../../../../src/daemon/api/topups/payment-terms.ts'
import {
  noteOwnRefund,
  noteRefunded,
  readRefunded,
  settleReversals,
} from '../../../../src/daemon/ledger/reverse-order.ts'
import { countLockWaits } from '../../../support/lock-waits.ts'
import {
  asQuery,
  type EpayFields,
  epayNotice,
  epayOptions,
} from '../../../support/payments/epay-simulator.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const options = [['ServerAddress', 'https://gw.example.com'] as const, ...epayOptions()]
  for (const [key, value] of options) await api.root.call('PUT', '/api/option/', { key, value })
})
afterAll(() => api.close())

it('two refunds by hand at the same moment are both booked, and recording one again changes nothing', async () => {
  const { knex } = api.services
  const alice = await api.createUser('alice')
  const order = { amount: 3, top_up_code: '', payment_method: 'zfb' }
  const started = (await alice.request('POST', '/api/user/pay', order)).body as unknown as {
    readonly data: EpayFields
    readonly trade_no: string
  }
  await api.anonymous.request('GET', `/api/user/epay/notify?${asQuery(epayNotice(started.data))}`)
  const { payment_ref: paymentRef } = await knex('topup_orders')
    .where({ trade_no: started.trade_no })
    .first('payment_ref')
  const payment = { provider: 'epay', paymentRef, atMs: api.clock.now() }
  const first = await knex.transaction()
  await noteOwnRefund(first, payment, { begun: 0n, money: 730n })
  const second = api.root.request('POST', `/api/topup/${started.trade_no}/refund`, { money: '5.00' })
  await expect.poll(() => countLockWaits(knex)).toBe(1)
  await first.commit()
  expect((await second).body.data).toMatchObject({ refunded_money: '12.30' })
  await knex.transaction((trx) => noteOwnRefund(trx, payment, { begun: 0n, money: 730n }))
  expect(await readRefunded(knex, payment)).toBe(1230n)
  await knex.transaction(async (trx) => {
    // 1.00 is refunded outside the gateway, then two refunds run concurrently.
    await noteRefunded(trx, payment, 1330n)
    for (const money of [200n, 300n]) await noteOwnRefund(trx, payment, { begun: 1330n, money })
    await settleReversals(
      trx,
      payment,
      reversalTerms(trx, api.services.options.current(), { requestId: 'r' }),
    )
  })
  expect(await readRefunded(knex, payment)).toBe(1830n)
  expect((await api.root.call<{ state: string }>('GET', '/api/audit/')).state).toBe('clean')
})
