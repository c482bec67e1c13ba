import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newCode, newCodes } from './new-codes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const stats = (query = '') => api.root.call('GET', `/api/redemption/stats${query}`)

it('200 of nothing is nothing', async () => {
  expect(await stats()).toEqual({
    unused: 0,
    expired: 0,
    disabled: 0,
    used: 0,
    unlimited: 0,
    outstanding_quota_exact: '0',
    redeemed_quota_exact: '0',
    redemptions: 0,
  })
})

it('200 counts codes by state and adds up what is outstanding and what was credited', async () => {
  const users = [await api.createUser('u1'), await api.createUser('u2')]
  const nowSeconds = Math.floor(api.clock.now() / 1000)
  await newCodes(api, { count: 3, quota: 1000 })
  await newCode(api, { quota: 7, valid_until: nowSeconds + 10 })
  const off = await newCode(api, { quota: 500 })
  await api.root.call('PUT', '/api/redemption/batch-disable', { ids: [off.id] })
  const gift = await newCode(api, { quota: 200, is_gift: true, max_uses: 5 })
  for (const user of users) await user.call('POST', '/api/user/topup', { key: gift.key })
  await newCode(api, { quota: 9, is_gift: true })
  // Overflows 64 bits when multiplied in thousandths.
  await newCode(api, { name: 'huge', quota: 10_000_000_000, is_gift: true, max_uses: 1_000_000_000 })
  const gone = await newCode(api, { quota: 40 })
  await users[0]?.call('POST', '/api/user/topup', { key: gone.key })
  await api.root.call('DELETE', `/api/redemption/${gone.id}`)
  const used = await newCode(api, { quota: 60 })
  await users[0]?.call('POST', '/api/user/topup', { key: used.key })
  api.clock.advance(11_000)
  expect(await stats('?name=huge')).toMatchObject({
    unused: 1,
    outstanding_quota_exact: '10000000000000000000',
  })
  expect(await stats()).toEqual({
    unused: 6,
    expired: 1,
    disabled: 1,
    used: 1,
    unlimited: 1,
    outstanding_quota_exact: String(3000n + 3n * 200n + 10_000_000_000n * 1_000_000_000n),
    redeemed_quota_exact: '500',
    redemptions: 4,
  })
})

it('403 is for administrators', async () => {
  const user = await api.createUser('u3')
  expect((await user.request('GET', '/api/redemption/stats')).body.code).toBe('insufficient_role')
})
