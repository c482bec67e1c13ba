import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

interface Planned {
  channel_name: string
  rank: number | null
  share: number | null
  reason: string | null
  [field: string]: unknown
}

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  const add = (name: string, columns: object) => relay.addChannel({ name, models: 'm', ...columns })
  await add('first', { priority: 5, weight: 20 })
  await add('second', { priority: 5, weight: 0 })
  await add('third', { priority: 1, key: 'k1,k2' })
  await add('off', { status: 2 })
  await add('vip-only', { group: 'vip' })
  await add('other-model', { models: 'x' })
  const automatic = await add('dead', { priority: 9 })
  await relay.api.services.knex('channels').where({ id: automatic }).update({ status: 3 })
  const uncalled = await add('uncalled-type', { priority: 9 })
  await relay.api.services.knex('channels').where({ id: uncalled }).update({ type: 99 })
  await relay.root.call('POST', '/api/channel/fix')
})
afterAll(() => relay.close())

const plan = (query = 'model=m') =>
  relay.root.call<{
    group: string
    group_ratio: string
    is_group_known: boolean
    fallbacks: string[]
    channels: Planned[]
  }>('GET', `/api/channel/plan?${query}`)
const short = ({ channels }: { channels: Planned[] }) =>
  channels.map(({ channel_name: name, rank, share, reason }) => [name, rank, share, reason])

it('finding relay 19: lists of channels tell the share that a weight makes, and 0 takes its part', async () => {
  const { items } = await relay.root.call<{ items: { name: string; share?: object }[] }>(
    'GET',
    '/api/channel/?page_size=100',
  )
  const shares = Object.fromEntries(items.map(({ name, share }) => [name, share]))
  expect(shares).toMatchObject({
    first: { lowest: 0.75, highest: 0.75 },
    second: { lowest: 0.25, highest: 0.25 },
    third: { lowest: 1, highest: 1 },
    off: undefined,
    dead: undefined,
    'vip-only': { lowest: 1, highest: 1 },
  })
  // Weights 0 and 30, and a model that only one of them serves.
  await relay.addChannel({ name: 'zero', models: 'shared', weight: 0 })
  await relay.addChannel({ name: 'thirty', models: 'shared,alone', weight: 30 })
  const both = await relay.root.call<{ items: { name: string; id: number; share?: object }[] }>(
    'GET',
    '/api/channel/search?model=shared',
  )
  expect(both.items.map(({ name, share }) => [name, share]).sort()).toEqual([
    ['thirty', { lowest: 0.8, highest: 1 }],
    ['zero', { lowest: 0.2, highest: 0.2 }],
  ])
})

it('200 lists what would be tried by rank and share, then why the others are not', async () => {
  expect(short(await plan())).toEqual([
    ['first', 1, 0.75, null],
    ['second', 1, 0.25, null],
    ['third', 2, 1, null],
    ['dead', null, null, 'disabled-automatically'],
    ['off', null, null, 'disabled'],
    ['uncalled-type', null, null, 'unsupported'],
    ['vip-only', null, null, 'other-group'],
  ])
  expect(short(await plan('model=m&group=vip')).slice(0, 1)).toEqual([['vip-only', 1, 1, null]])
  expect(await plan('model=nothing&group=nobody')).toMatchObject({
    channels: [],
    is_group_known: false,
    group_ratio: '1',
  })
})

it('200 agrees with what calls do: a channel that failed comes last, one that asked for rest not at all', async () => {
  const call = () =>
    relay.post('/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: 'x' }] })
  await relay.setOption('ModelRatio', '{"m":1}')
  relay.upstream.always({ status: 429, retryAfter: 30 })
  await call()
  relay.upstream.reset()
  const after = await plan()
  const cooling = after.channels.filter(({ reason }) => reason === 'cooling')
  expect(cooling.length).toBeGreaterThan(0)
  for (const each of cooling) {
    expect(each).toMatchObject({ rank: null, failures_in_a_row: 1 })
    expect(Number(each.cooling_seconds)).toBeGreaterThan(20)
  }
  const names = cooling.map(({ channel_name: name }) => name)
  await call()
  const [row] = await relay.logs()
  expect(names).not.toContain(row && (row as unknown as { channel_name: string }).channel_name)
  relay.api.clock.advance(61_000)
  expect(short(await plan()).filter(([, rank]) => rank !== null)).toHaveLength(3)
})

it('403 is for administrators, 400 without a model', async () => {
  const user = await relay.api.createUser('u1')
  expect((await user.request('GET', '/api/channel/plan?model=m')).status).toBe(403)
  expect((await relay.root.request('GET', '/api/channel/plan')).status).toBe(400)
})

it('200 with a token is the call that it makes: in its group, with the models that it falls back on', async () => {
  const { id } = await relay.root.call<{ id: number }>('POST', '/api/token/', {
    name: 'planned',
    group: 'vip',
    model_fallbacks: { m: ['n', 'o'], '*': ['p', 'm'] },
  })
  expect(await plan()).toMatchObject({ group: 'default', fallbacks: [] })
  expect(await plan(`model=m&token_id=${id}`)).toMatchObject({ group: 'vip', fallbacks: ['n', 'o'] })
  expect(await plan(`model=p&group=default&token_id=${id}`)).toMatchObject({
    group: 'default',
    fallbacks: ['m'],
  })
  const admin = await relay.api.createUser('planner', 10)
  const others = await admin.request('GET', `/api/channel/plan?model=m&token_id=${id}`)
  expect([others.status, others.body.code]).toEqual([404, 'token_not_found'])
})
