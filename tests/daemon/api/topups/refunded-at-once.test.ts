import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockPayment, noteRefunded } from '../../../../src/daemon/ledger/reverse-order.ts'
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

it('of two refunds that are booked by hand at once, the second is refused and not lost', async () => {
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
  await lockPayment(first, payment)
  const refund = () => api.root.request('POST', `/api/topup/${started.trade_no}/refund`, { money: '5.00' })
  const second = refund()
  await expect.poll(() => countLockWaits(knex)).toBe(1)
  await noteRefunded(first, payment, 730n)
  await first.commit()
  const refused = await second
  expect([refused.status, refused.body.code]).toEqual([409, 'order_changed'])
  expect((await refund()).body.data).toMatchObject({ refunded_money: '12.30' })
})
