import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

interface Health {
  readonly from: number
  readonly hours: number
  readonly enabled: number
  readonly disabled: number
  readonly disabled_automatically: number
  readonly channels: readonly {
    readonly channel_id: number
    readonly succeeded: number
    readonly failed: number
    readonly hours: readonly { hour_time: number; succeeded: number; failed: number }[]
  }[]
}

let relay: TestRelay
let first: number
let second: number
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('ModelRatio', '{"m":1}')
  await relay.setOption('RetryTimes', '1')
  first = await relay.addChannel({ name: 'first', models: 'm', priority: 5, key: 'first-key' })
  second = await relay.addChannel({ name: 'second', models: 'm', key: 'second-key' })
})
beforeEach(() => relay.upstream.reset())
afterAll(() => relay.close())

const call = () =>
  relay.post('/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: 'x' }] })
const health = (query = '') => relay.root.call<Health>('GET', `/api/channel/health${query}`)
const countsOf = async (channelId: number) => {
  const found = (await health()).channels.find(({ channel_id: id }) => id === channelId)
  return found && [found.succeeded, found.failed]
}

it('counts every attempt by channel, also the one that another channel made good', async () => {
  expect((await call()).status).toBe(200)
  expect(await countsOf(first)).toEqual([1, 0])
  relay.upstream.next({ status: 500 })
  expect((await call()).status).toBe(200)
  expect(await countsOf(first)).toEqual([1, 1])
  expect(await countsOf(second)).toEqual([1, 0])
})

it('a request that is wrong itself counts for nobody, a refused key and a limit count against the channel', async () => {
  relay.api.clock.advance(10_000)
  const before = await countsOf(first)
  relay.upstream.next({ status: 400 })
  expect((await call()).status).toBe(400)
  expect(await countsOf(first)).toEqual(before)
  relay.upstream.next({ status: 401 })
  await call()
  relay.upstream.next({ status: 429 })
  await call()
  const [succeeded = 0, failed = 0] = before ?? []
  const [, failedAfter] = (await countsOf(first)) ?? []
  expect([succeeded, failedAfter]).toEqual([succeeded, failed + 2])
})

it('an hour later the counts of the hour before stand apart, and a day later they are no longer in the answer', async () => {
  const now = await health()
  const hoursBefore = now.channels.find(({ channel_id: id }) => id === first)?.hours.length ?? 0
  relay.api.clock.advance(3_600_000 + 10_000)
  expect((await call()).status).toBe(200)
  const later = (await health()).channels.find(({ channel_id: id }) => id === first)
  expect(later?.hours).toHaveLength(hoursBefore + 1)
  expect(later?.hours.at(-1)).toMatchObject({ succeeded: 1, failed: 0 })
  const lastHour = await health('?hours=1')
  expect(lastHour.channels.find(({ channel_id: id }) => id === first)).toMatchObject({
    succeeded: 1,
    failed: 0,
  })
  relay.api.clock.advance(86_400_000)
  const empty = await health()
  expect(empty).toMatchObject({ hours: 24, channels: [] })
  expect(empty.from % 3600).toBe(0)
  expect((await health('?hours=48')).channels.length).toBeGreaterThan(0)
})

it('counts the channels of each status', async () => {
  const counts = async () => {
    const { enabled, disabled, disabled_automatically: automatically } = await health()
    return [enabled, disabled, automatically]
  }
  const [enabled = 0, disabled = 0, automatically = 0] = await counts()
  await relay.root.call('PUT', '/api/channel/', { id: second, status: 2 })
  expect(await counts()).toEqual([enabled - 1, disabled + 1, automatically])
  await relay.api.services.knex('channels').where({ id: second }).update({ status: 3 })
  expect(await counts()).toEqual([enabled - 1, disabled, automatically + 1])
})

it('403 is for administrators, 400 for hours out of reach', async () => {
  const user = await relay.api.createUser('reader')
  expect((await user.request('GET', '/api/channel/health')).status).toBe(403)
  for (const hours of [0, 745, 'x'])
    expect((await relay.root.request('GET', `/api/channel/health?hours=${hours}`)).status).toBe(400)
})

it('counts that cannot be written are kept and written later; those older than a month go', async () => {
  const { attempts, knex, clock } = relay.api.services
  await knex.schema.renameTable('channel_hours', 'away')
  attempts.note(first, true)
  attempts.note(first, false)
  await expect(attempts.flush()).rejects.toThrow()
  await knex.schema.renameTable('away', 'channel_hours')
  const [row] = await attempts.read(clock.now())
  expect(row).toMatchObject({ channelId: first, succeeded: 1, failed: 1 })
  relay.api.clock.advance(32 * 86_400_000)
  await attempts.prune()
  expect(await attempts.read(0)).toEqual([])
})
