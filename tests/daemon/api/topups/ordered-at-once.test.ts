import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopAt } from '../../../support/lock-waits.ts'
import { epayOptions } from '../../../support/payments/epay-simulator.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const options = [
    ['ServerAddress', 'https://gw.example.com'] as const,
    ['CheckInEnabled', 'true'] as const,
    ['CheckInQuota', '500'] as const,
    ...epayOptions(),
  ]
  for (const [key, value] of options) await api.root.call('PUT', '/api/option/', { key, value })
})
afterAll(() => api?.close())

const order = (who: Caller) =>
  who.request('POST', '/api/user/pay', { amount: 3, top_up_code: '', payment_method: 'zfb' })

it.each([
  ['their check-in', (who: Caller) => who.request('POST', '/api/user/check_in')],
  [
    'an administrator who sets their balance',
    (who: Caller) => api.root.request('PUT', '/api/user/', { id: who.id, quota: 4_000 }),
  ],
])('a user’s order and %s never wait for each other', async (name, change) => {
  const user = await api.createUser(name.slice(0, 12).trim().replaceAll(' ', '-'))
  const answers = await stopAt(
    api.services.knex,
    (trx) => trx('wallets').where({ user_id: user.id, kind: 1 }).forUpdate().first(),
    [() => order(user), () => change(user)],
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})
