import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
let admin: Caller
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.createUser('admin', 10)
})
afterAll(() => api.close())

interface Row {
  readonly kind: string
  readonly ref: string
  readonly owner: string
}

const label = 'infra/prod'
const give = (objects: readonly { kind: string; ref: string }[], more: object = {}) =>
  admin.request<number>('PUT', '/api/owner/', { owner: label, objects, ...more })
const labels = async (kind: string): Promise<string[]> =>
  (await admin.call<{ items: Row[] }>('GET', `/api/owner/?kind=${kind}&page_size=100`)).items.map(
    ({ ref, owner }) => `${ref} ${owner}`,
  )

const makeChannel = () =>
  admin.call<{ id: number }>('POST', '/api/channel/', {
    type: 1,
    name: 'main',
    key: 'sk-a',
    models: 'gpt-4o',
  })
const makeToken = () => admin.call<{ id: number }>('POST', '/api/token/', { name: 'ci' })
const makeCodes = (name: string) =>
  admin.call<string[]>('POST', '/api/redemption/', { name, quota: 1000, count: 2 })
const makeUser = (username: string) =>
  admin.call<{ id: number }>('POST', '/api/user/', { username, password: 'correct-horse' })

describe('PUT /api/owner/', () => {
  it('200 gives objects of every kind a label, and says how many are new', async () => {
    const objects = [
      { kind: 'channel', ref: String((await makeChannel()).id) },
      { kind: 'token', ref: String((await makeToken()).id) },
      { kind: 'user', ref: String((await makeUser('grace')).id) },
      { kind: 'group', ref: 'vip' },
      { kind: 'price', ref: 'gpt-4o' },
      { kind: 'option', ref: 'RetryTimes' },
    ]
    await makeCodes('welcome')
    objects.push({ kind: 'code', ref: 'welcome' })
    expect((await give(objects)).body.data).toBe(7)
    expect((await give(objects)).body.data).toBe(0)
    const { items } = await admin.call<{ items: Row[] }>('GET', `/api/owner/?owner=${label}&page_size=100`)
    expect(items.map(({ kind, ref }) => ({ kind, ref })).sort(byKind)).toEqual([...objects].sort(byKind))
  })

  it('409 another label stays, and nothing of the call is written, unless it is taken over', async () => {
    const { id } = await makeChannel()
    const objects = [{ kind: 'channel', ref: String(id) }]
    await admin.call('PUT', '/api/owner/', { owner: 'team-b', objects })
    const refused = await give([{ kind: 'group', ref: 'svip' }, ...objects])
    expect([refused.status, refused.body.code]).toEqual([409, 'owner_conflict'])
    expect(refused.body.message).toContain('team-b')
    expect(await labels('group')).not.toContain(`svip ${label}`)
    expect((await give(objects, { take_over: true })).body.data).toBe(1)
    expect(await labels('channel')).toContain(`${id} ${label}`)
  })

  it.each([
    ['channel', '999999'],
    ['channel', 'x'],
    ['token', '0'],
    ['user', '999999'],
    ['code', 'never made'],
    ['group', 'nobody'],
    ['price', 'no-such-model'],
    ['option', 'NoSuchKey'],
  ])('404 what does not exist has no label: %s %s', async (kind, ref) => {
    const answer = await give([{ kind, ref }])
    expect([answer.status, answer.body.code]).toEqual([404, 'owned_object_not_found'])
  })

  it('leaves a row in the record of changes', async () => {
    await give([{ kind: 'option', ref: 'SystemName' }])
    const events = await admin.call<{ items: { after: string }[] }>(
      'GET',
      '/api/audit_event/?action=owner.set&target_kind=option&target_id=SystemName',
    )
    expect(events.items.map(({ after }) => JSON.parse(after))).toEqual([{ owner: label }])
  })
})

describe('a label goes with its object', () => {
  const gone = async (kind: string, ref: string, remove: () => Promise<unknown>) => {
    expect((await give([{ kind, ref }], { take_over: true })).status).toBe(200)
    await remove()
    expect(await labels(kind)).not.toContain(`${ref} ${label}`)
  }

  it('of a channel, a token, an account', async () => {
    const [channel, token, user] = [await makeChannel(), await makeToken(), await makeUser('linus')]
    await gone('channel', String(channel.id), () => admin.call('DELETE', `/api/channel/${channel.id}`))
    await gone('token', String(token.id), () => admin.call('DELETE', `/api/token/${token.id}`))
    await gone('user', String(user.id), () => admin.call('DELETE', `/api/user/${user.id}`))
  })

  it('of codes with the last of their name', async () => {
    await makeCodes('spring')
    expect((await give([{ kind: 'code', ref: 'spring' }])).status).toBe(200)
    const { items } = await admin.call<{ items: { id: number }[] }>(
      'GET',
      '/api/redemption/search?keyword=spring',
    )
    await admin.call('DELETE', `/api/redemption/${items[0]?.id}`)
    expect(await labels('code')).toContain(`spring ${label}`)
    await admin.call('DELETE', `/api/redemption/${items[1]?.id}`)
    expect(await labels('code')).not.toContain(`spring ${label}`)
  })

  it('of a group and of a price, whether one entry is removed or the table is replaced', async () => {
    const entries = (key: string, name: string, value: string | null) =>
      admin.call('PUT', '/api/option/entries', { entries: [{ key, name, value }] })
    await gone('group', 'vip', () => entries('GroupRatio', 'vip', null))
    await gone('group', 'svip', () =>
      admin.call('PUT', '/api/option/', { key: 'GroupRatio', value: '{"default":1}' }),
    )
    await entries('ModelRatio', 'mine', '2')
    await entries('CompletionRatio', 'mine', '3')
    expect((await give([{ kind: 'price', ref: 'mine' }])).status).toBe(200)
    await entries('ModelRatio', 'mine', null)
    expect(await labels('price')).toContain(`mine ${label}`)
    await entries('CompletionRatio', 'mine', null)
    expect(await labels('price')).not.toContain(`mine ${label}`)
  })
})

it('DELETE /api/owner/ takes a label off and is no error without one', async () => {
  await give([{ kind: 'option', ref: 'Notice' }])
  const path = '/api/owner/?kind=option&ref=Notice'
  expect((await admin.request('DELETE', path)).status).toBe(200)
  expect((await admin.request('DELETE', path)).status).toBe(200)
  expect(await labels('option')).not.toContain(`Notice ${label}`)
})

const byKind = (a: { kind: string }, b: { kind: string }): number => (a.kind < b.kind ? -1 : 1)
