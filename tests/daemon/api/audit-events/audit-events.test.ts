import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
