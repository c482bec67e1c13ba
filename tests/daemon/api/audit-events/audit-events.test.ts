import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneAuditTrail } from '../../../../src/daemon/jobs/prune.ts'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

interface Event {
  action: string
  actor_id: number
  actor_name: string
  target_kind: string
  target_id: string
  before: string
  after: string
  ip: string
  request_id: string
  via: string
  at_ms: number
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const events = async (query = '') =>
  (await api.root.call<{ items: Event[]; total: number }>('GET', `/api/audit_event/?page_size=100&${query}`))
    .items

describe('the audit trail', () => {
  it('has a row for every administrative change, with author, address and request', async () => {
    await api.root.call('PUT', '/api/option/', { key: 'RetryTimes', value: '2' })
    const { id } = await api.root.call<{ id: number }>('POST', '/api/user/', {
      username: 'alice',
      password: testPassword,
    })
    await api.root.call('PUT', '/api/user/', { id, group: 'vip', password: 'battery-staple', quota: 500 })
    await api.root.call('POST', '/api/user/credit', { id, delta: '1.5', note: 'gift' })
    await api.root.call('POST', '/api/user/manage', { id, action: 'disable' })
    const answer = await api.root.request('POST', '/api/user/manage', { id, action: 'delete' })

    const rows = await events()
    expect(rows.map(({ action }) => action)).toEqual([
      'user.delete',
      'user.disable',
      'user.credit',
      'user.update',
      'user.create',
      'option.set',
      'setup.run',
    ])
    expect(rows[0]).toMatchObject({
      actor_id: api.root.id,
      actor_name: 'root',
      target_kind: 'user',
      target_id: String(id),
      ip: '127.0.0.1',
      request_id: answer.headers['x-request-id'],
    })
    expect(rows[5]).toMatchObject({
      target_id: 'RetryTimes',
      before: '{"value":"0"}',
      after: '{"value":"2"}',
    })
    expect(JSON.parse(rows[3]?.after ?? '')).toEqual({ group: 'vip', password: '***', quotaChange: '500' })
    expect(JSON.parse(rows[3]?.before ?? '')).toEqual({ group: 'default' })
    expect(JSON.stringify(rows)).not.toContain('battery-staple')
  })

  it('has no row for a change that was refused', async () => {
    const before = (await events()).length
    await api.root.request('PUT', '/api/option/', { key: 'RetryTimes', value: 'x' })
    await api.root.request('POST', '/api/user/manage', { id: api.root.id, action: 'delete' })
    expect((await events()).length).toBe(before)
  })

  it('200 can be filtered', async () => {
    expect((await events('action=option.set')).every(({ action }) => action === 'option.set')).toBe(true)
    expect((await events('target_kind=user')).length).toBeGreaterThan(2)
    expect(await events('target_kind=user&target_id=999999')).toEqual([])
    expect(await events(`actor_id=${api.root.id + 1}`)).toEqual([])
    const second = Math.floor(api.clock.now() / 1000)
    expect(await events(`end_timestamp=${second - 3600}`)).toEqual([])
    expect((await events(`start_timestamp=${second - 3600}`)).length).toBeGreaterThan(2)
  })
})

describe('secrets in the audit trail', () => {
  it('have fingerprints, so that one can see when a key was replaced and when it came back', async () => {
    const set = (value: string) => api.root.call('PUT', '/api/option/', { key: 'EpayKey', value })
    for (const value of ['marker-one', 'marker-two', 'marker-one']) await set(value)
    const [third, second, first] = await events('target_id=EpayKey')
    expect(JSON.parse(first?.before ?? '')).toEqual({ fingerprint: '' })
    expect(JSON.parse(second?.before ?? '')).toEqual(JSON.parse(first?.after ?? ''))
    expect(JSON.parse(third?.after ?? '')).toEqual(JSON.parse(first?.after ?? ''))
    expect(second?.after).not.toBe(first?.after)

    const channel = { type: 1, name: 'main', models: 'gpt-4o', base_url: 'http://127.0.0.1:9' }
    const { id } = await api.root.call<{ id: number }>('POST', '/api/channel/', {
      ...channel,
      key: 'marker-key',
    })
    await api.root.call('PUT', '/api/channel/', { id, key: 'marker-other' })
    const [changed] = await events(`target_kind=channel&target_id=${id}`)
    const [before, after] = [JSON.parse(changed?.before ?? ''), JSON.parse(changed?.after ?? '')]
    expect(before).toEqual({ key_fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) })
    expect(after.key_fingerprint).not.toBe(before.key_fingerprint)
    expect(JSON.stringify(await events())).not.toContain('marker-')
  })
})

describe('finding in the audit trail', () => {
  it('by the name of the person, by any text, and by the access token a script used', async () => {
    const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'Nightly job',
      scopes: ['options:write'],
    })
    await api.withToken(token).call('PUT', '/api/option/', { key: 'RetryTimes', value: '7' })
    expect(await events('keyword=nightly&action=option.set')).toMatchObject([
      { target_id: 'RetryTimes', via: 'Nightly job', actor_name: 'root' },
    ])
    expect((await events('target_id=EpayKey')).every(({ via }) => via === '')).toBe(true)
    expect(await events('actor_name=nobody')).toEqual([])
    expect((await events('actor_name=root')).length).toBeGreaterThan(2)
    expect((await events('keyword=RETRYtimes')).every(({ target_id: id }) => id === 'RetryTimes')).toBe(true)
    expect(await events('keyword=%25')).toEqual([])
  })

  it('C1: tells administrators no email address by whether a search finds something', async () => {
    const spy = await api.createUser('trail-spy', 10)
    await api.services.knex('audit_events').insert({
      at_ms: 1,
      actor_id: api.root.id,
      actor_name: 'root',
      action: 'user.bind',
      target_kind: 'user',
      target_id: String(api.root.id),
      before: '{"email":""}',
      after: '{"email":"hidden@x.example"}',
    })
    const found = (caller: typeof spy) =>
      caller.call<{ total: number }>('GET', '/api/audit_event/?keyword=hidden@x')
    expect((await found(api.root)).total).toBe(1)
    expect((await found(spy)).total).toBe(0)
  })
})

describe('the end of the audit trail', () => {
  it('is where the option says, and nowhere by default', async () => {
    const days = (count: number) => api.clock.now() - count * 86_400_000
    const insert = (atMs: number, action: string) =>
      api.services.knex('audit_events').insert({ at_ms: atMs, actor_id: 0, action, target_kind: 'x' })
    await insert(days(31), 'x.old')
    await insert(days(29), 'x.new')
    await pruneAuditTrail(api.services)
    expect((await events('target_kind=x')).length).toBe(2)
    await api.root.call('PUT', '/api/option/', { key: 'AuditKeepDays', value: '30' })
    await pruneAuditTrail(api.services)
    expect((await events('target_kind=x')).map(({ action }) => action)).toEqual(['x.new'])
  })
})

describe('identities in the audit trail', () => {
  it('C1: an administrator does not read there which address or account somebody of their rank has linked', async () => {
    const spy = await api.createUser('audit-spy', 10)
    const user = await api.createUser('audit-user')
    const note = (who: { id: number }, action: string, after: object) =>
      api.services.knex('audit_events').insert({
        at_ms: 1,
        actor_id: who.id,
        actor_name: 'who',
        action,
        target_kind: 'user',
        target_id: String(who.id),
        before: '{"email":""}',
        after: JSON.stringify(after),
        ip: '',
        request_id: '',
      })
    for (const who of [api.root, user]) {
      await note(who, 'user.bind', { email: `marked-${who.id}@x.example` })
      await note(who, 'user.bind', { provider: 'github', identity: `marked-${who.id}` })
      await note(who, 'user.update-setting', { notification_email: `marked-${who.id}@y.example` })
    }
    const read = async (caller: typeof spy) =>
      (await caller.request('GET', '/api/audit_event/?page_size=100&target_kind=user')).text
    expect(await read(spy)).not.toContain(`marked-${api.root.id}`)
    expect(await read(spy)).toContain(`marked-${user.id}`)
    expect(await read(spy)).toContain('github')
    expect(await read(api.root)).toContain(`marked-${api.root.id}`)
  })
})
