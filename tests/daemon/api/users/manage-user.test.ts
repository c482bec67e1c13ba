import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
let one: Caller
let two: Caller
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  one = await api.createUser('adm1', 10)
  two = await api.createUser('adm2', 10)
  user = await api.createUser('user')
})
afterAll(() => api.close())

const manage = (caller: Caller, id: number, action: unknown) =>
  caller.request<{ role: number; status: number }>('POST', '/api/user/manage', { id, action })
const state = (id: number) => api.services.knex('users').where({ id }).first('role', 'status', 'deleted_time')

describe('POST /api/user/manage', () => {
  it('200 each action does what it says and answers role and status', async () => {
    const { id } = await api.createUser('bob')
    for (const [action, role, status] of [
      ['promote', 10, 1],
      ['demote', 1, 1],
      ['disable', 1, 2],
      ['enable', 1, 1],
    ] as const) {
      const answer = await manage(api.root, id, action)
      expect([action, answer.body.data]).toEqual([action, { role, status }])
      expect(await state(id)).toEqual({ role, status, deleted_time: null })
    }
    expect((await manage(api.root, id, 'delete')).status).toBe(200)
    expect((await state(id)).deleted_time).toBeGreaterThan(0)
    expect((await manage(api.root, id, 'enable')).body.code).toBe('user_not_found')
  })

  it('200 an administrator manages ordinary users', async () => {
    expect((await manage(one, user.id, 'disable')).body.data).toEqual({ role: 1, status: 2 })
    expect((await manage(one, user.id, 'enable')).body.data).toEqual({ role: 1, status: 1 })
    user = await api.signIn('user', testPassword)
  })

  it('400 refuses any other action', async () => {
    for (const action of [
      'promote ',
      'PROMOTE',
      'add_quota',
      '',
      null,
      ['promote'],
      { a: 1 },
      undefined,
      'root',
    ]) {
      const answer = await manage(api.root, user.id, action)
      expect([action, answer.status]).toEqual([action, 400])
    }
  })

  it('403 an administrator can do nothing to administrators and above', async () => {
    for (const target of [two.id, api.root.id, one.id]) {
      const before = await state(target)
      for (const action of ['promote', 'demote', 'disable', 'enable', 'delete'])
        expect([action, (await manage(one, target, action)).body.code]).toEqual([action, 'user_level'])
      expect(await state(target)).toEqual(before)
    }
  })

  it('403 an administrator cannot promote', async () => {
    const answer = await manage(one, user.id, 'promote')
    expect([answer.status, answer.body.code]).toEqual([403, 'user_promote_forbidden'])
    expect(answer.body.message).toBe('a regular administrator cannot promote users to administrator')
  })

  it('403 nobody disables, deletes or demotes the super administrator, not even they themselves', async () => {
    for (const action of ['disable', 'delete', 'demote', 'promote'])
      expect([action, (await manage(api.root, api.root.id, action)).body.code]).toEqual([
        action,
        'user_root_protected',
      ])
    expect((await api.root.request('DELETE', `/api/user/${api.root.id}`)).body.code).toBe(
      'user_root_protected',
    )
    expect(await state(api.root.id)).toEqual({ role: 100, status: 1, deleted_time: null })
  })

  it('promotions and demotions at the same time end in one role', async () => {
    const { id } = await api.createUser('carl')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => manage(api.root, id, index % 2 === 0 ? 'promote' : 'demote')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const { role } = await state(id)
    expect([1, 10]).toContain(role)
    expect((await api.root.call('GET', `/api/user/${id}`)).role).toBe(role)
  })
})

describe('ranks', () => {
  it('A-USER-21 403 an administrator reads, changes, credits and deletes only those below', async () => {
    for (const target of [two.id, api.root.id]) {
      const before = await api.services.knex('users').where({ id: target }).first()
      expect((await one.request('GET', `/api/user/${target}`)).body.code).toBe('user_level')
      expect(
        (await one.request('PUT', '/api/user/', { id: target, display_name: 'x', quota: 5 })).body.code,
      ).toBe('user_level')
      expect((await one.request('POST', '/api/user/credit', { id: target, delta: '5' })).body.code).toBe(
        'user_level',
      )
      expect((await one.request('DELETE', `/api/user/${target}`)).body.code).toBe('user_level')
      expect(await api.services.knex('users').where({ id: target }).first()).toEqual(before)
    }
    expect((await one.request('GET', `/api/user/${one.id}`)).status).toBe(200)
    expect((await one.request('GET', `/api/user/${user.id}`)).status).toBe(200)
    expect((await api.root.request('GET', `/api/user/${one.id}`)).status).toBe(200)
  })

  it('403 an administrator gives themselves nothing', async () => {
    for (const body of [{ quota: 5 }, { group: 'vip' }])
      expect((await one.request('PUT', '/api/user/', { id: one.id, ...body })).body.code).toBe('user_level')
    expect((await one.request('POST', '/api/user/credit', { id: one.id, delta: '5' })).body.code).toBe(
      'user_level',
    )
  })

  it('403 an administrator creates no account of their own rank or above', async () => {
    for (const role of [10, 100]) {
      const answer = await one.request('POST', '/api/user/', {
        username: `r${role}`,
        password: testPassword,
        role,
      })
      expect([answer.status, answer.body.code]).toEqual([403, 'user_create_level'])
    }
    const made = await one.request('POST', '/api/user/', { username: 'r1', password: testPassword, role: 1 })
    expect(made.body.data.role).toBe(1)
  })
})
