import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneLogs } from '../../../../src/daemon/jobs/prune.ts'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

const DAY_MS = 86_400_000

let api: TestApi
let user: Caller
let root: Caller
beforeAll(async () => {
  api = await startTestApi()
  root = api.root
  user = await api.createUser('u1')
  await api.root.call('POST', '/api/user/credit', { id: user.id, delta: '1000000' })
})
afterAll(() => api.close())

const keepDays = (days: number) =>
  root.call('PUT', '/api/option/', { key: 'LogRetentionDays', value: String(days) })
const charge = () => chargeCall(api, { userId: user.id, username: 'u1', cost: 1000 })
const countRows = async (): Promise<number> =>
  Number((await api.services.knex('usage_logs').count<{ n: number }[]>({ n: '*' }))[0]?.n)
const audit = async () => (await root.call<{ state: string }>('GET', '/api/audit/')).state

/** Inserts rows dated 100 days ago. */
async function fill(count: number): Promise<void> {
  const row = { type: 4, user_id: user.id, at_ms: api.clock.now() - 100 * DAY_MS }
  for (let i = 0; i < count; i += 500)
    await api.services.knex('usage_logs').insert(Array.from({ length: 500 }, () => row))
}

describe('the end of the usage log', () => {
  it('is where the option says and nowhere by default, and the books stay clean', async () => {
    await charge()
    api.clock.advance(31 * DAY_MS)
    root = await api.signIn('root', testPassword)
    await charge()
    const before = await countRows()
    await pruneLogs(api.services)
    expect(await countRows()).toBe(before)
    await keepDays(30)
    await pruneLogs(api.services)
    const rows = await root.call<{ items: { type: number }[] }>('GET', '/api/log/?type=2')
    expect(rows.items).toHaveLength(1)
    expect(await audit()).toBe('clean')
    const marker = await api.services.knex('log_cleanups').orderBy('id', 'desc').first()
    expect(marker).toMatchObject({ actor_id: 0, removed: before - (await countRows()) })
  })

  it('lets a charge in between two batches', async () => {
    await fill(10_000)
    const before = await countRows()
    const pruning = pruneLogs(api.services)
    await charge()
    const left = await countRows()
    expect(left).toBeGreaterThan(before - 10_000)
    await pruning
    expect(await countRows()).toBeLessThanOrEqual(before - 10_000 + 1)
  })

  it('stops between two batches when the daemon stops, and goes on at the next start', async () => {
    await fill(2000)
    const stopping = new AbortController()
    const pruning = pruneLogs(api.services, stopping.signal)
    stopping.abort()
    await pruning
    expect(await countRows()).toBeGreaterThan(1000)
    await pruneLogs(api.services)
    expect(await countRows()).toBeLessThan(1000)
    expect(await audit()).toBe('clean')
  })
})
