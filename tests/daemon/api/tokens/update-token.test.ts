import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall, holdCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenAnswer } from './new-token.ts'

let api: TestApi
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
  await api.root.call('POST', '/api/user/credit', { id: user.id, delta: '100000000' })
})
afterAll(() => api.close())

const put = (body: object, query = '') => user.request<TokenAnswer>('PUT', `/api/token/${query}`, body)
const read = (id: number) => user.call<TokenAnswer>('GET', `/api/token/${id}`)
const spend = (tokenId: number, cost: number) => chargeCall(api, { userId: user.id, tokenId, cost })

describe('PUT /api/token/', () => {
  it('200 writes present fields and leaves the others; key and used quota never change', async () => {
    const made = await newToken(user, { model_limits: 'a', allow_ips: '10.0.0.1' })
    const after = await put({
      id: made.id,
      name: 'renamed',
      model_limits: '',
      allow_ips: '',
      key: 'other',
      used_quota: 9,
      user_id: 1,
    })
    expect(after.status).toBe(200)
    expect(after.body.data).toEqual({ ...made, name: 'renamed', model_limits: '', allow_ips: '' })
    expect(await read(made.id)).toEqual(after.body.data)
  })

  it('200 writes fallbacks, tidied, and takes them away', async () => {
    const made = await newToken(user, {
      model_fallbacks: { ' gpt-4o ': ['a', ' b ', 'a', 'gpt-4o'], '*': ['c'], alone: ['alone'], none: [] },
    })
    expect(made.model_fallbacks).toEqual({ 'gpt-4o': ['a', 'b'], '*': ['c'] })
    expect((await put({ id: made.id, name: 'kept' })).body.data?.model_fallbacks).toEqual(
      made.model_fallbacks,
    )
    for (const wrong of [['a'], 'a', { m: 'a' }, { m: [1] }, { m: Array.from({ length: 8 }, () => 'a') }])
      expect((await put({ id: made.id, model_fallbacks: wrong })).status).toBe(400)
    await put({ id: made.id, model_fallbacks: {} })
    expect((await read(made.id)).model_fallbacks).toEqual({})
  })

  it('200 accepts a whole answer sent back and changes nothing', async () => {
    const made = await newToken(user)
    await spend(made.id, 123)
    const loaded = await read(made.id)
    expect((await put({ ...loaded })).body.data).toEqual(loaded)
  })

  it('409 refuses what would overwrite a change that the caller has not seen, and changes nothing', async () => {
    const made = await newToken(user, { name: 'seen', model_limits: 'a', model_fallbacks: { m: ['a'] } })
    const edit = (fields: object) => {
      const before = Object.fromEntries(Object.keys(fields).map((field) => [field, Reflect.get(made, field)]))
      return put({ id: made.id, ...fields, before })
    }
    const elsewhere = { model_limits: 'a,b', model_fallbacks: { m: ['b'] }, unlimited_quota: true }
    expect((await edit(elsewhere)).status).toBe(200)
    const stored = await read(made.id)
    for (const [field, value] of [
      ['model_limits', 'a,c'],
      ['model_fallbacks', { m: ['c'] }],
    ] as const) {
      const { status, body } = await edit({ name: 'mine', [field]: value })
      expect([status, body.code, body.field]).toEqual([409, 'revision_moved', field])
    }
    expect(await read(made.id)).toEqual(stored)
    // Changes to other fields, and repeating the same change, overwrite nothing.
    expect((await edit({ name: 'mine', ...elsewhere })).body.data).toEqual({ ...stored, name: 'mine' })
    expect((await put({ id: made.id, model_limits: 'a,c', before: { model_limits: 'a,b' } })).status).toBe(
      200,
    )
    expect((await put({ id: made.id, before: { key: 'x' } })).status).toBe(400)
  })

  it('400 and 403 refuse what creation refuses, and change nothing', async () => {
    const made = await newToken(user)
    for (const fields of [
      { name: '' },
      { group: 'svip' },
      { allow_ips: 'x' },
      { remain_quota: -1 },
      { rate_limit_period: 0 },
      { status: 5 },
      { status: '1' },
    ])
      expect(
        (await put({ id: made.id, expired_time: 4_000_000_000, ...fields })).status,
      ).toBeGreaterThanOrEqual(400)
    expect(await read(made.id)).toEqual(made)
  })

  it('200 keeps a group that was taken away since, and cannot be set again', async () => {
    const made = await newToken(user, { group: 'vip' })
    const groups = '{"default":"Standard"}'
    const before = await api.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
    await api.root.call('PUT', '/api/option/', { key: 'UserUsableGroups', value: groups })
    expect((await put({ id: made.id, group: 'vip', name: 'kept' })).status).toBe(200)
    const fresh = await newToken(user)
    expect((await put({ id: fresh.id, group: 'vip' })).body.code).toBe('group_forbidden')
    const value = before.find((each) => each.key === 'UserUsableGroups')?.value
    await api.root.call('PUT', '/api/option/', { key: 'UserUsableGroups', value })
  })
})

describe('PUT /api/token/?status_only=true', () => {
  it('200 changes the status and nothing else, whatever else is sent', async () => {
    const made = await newToken(user)
    const after = await put(
      { id: made.id, status: 2, name: 'other', remain_quota: 5, unlimited_quota: true },
      '?status_only=true',
    )
    expect(after.body.data).toEqual({ ...made, status: 2 })
    expect((await put({ id: made.id, status: 1 }, '?status_only=true')).body.data).toEqual(made)
  })

  it('400 without a status, or with one that only the server sets', async () => {
    const made = await newToken(user)
    expect((await put({ id: made.id }, '?status_only=true')).body).toMatchObject({
      code: 'invalid_request',
      field: 'status',
      message: 'invalid request: status is missing',
    })
    for (const status of [3, 4])
      expect((await put({ id: made.id, status }, '?status_only=true')).body.code).toBe(
        'token_status_automatic',
      )
  })
})

describe('the quota of a token', () => {
  it('keeps 100 charges that ran between loading and saving the form', async () => {
    const made = await newToken(user, { remain_quota: 1_000_000 })
    const loaded = await read(made.id)
    await Promise.all(Array.from({ length: 100 }, () => spend(made.id, 1_234_567)))
    const withBase = await put({
      id: made.id,
      name: 'saved',
      remain_quota: loaded.remain_quota,
      remain_quota_base: loaded.remain_quota,
    })
    const expected = { remain_quota_exact: '876543.3', used_quota_exact: '123456.7' }
    expect(withBase.body.data).toMatchObject({ ...expected, name: 'saved' })
    const sentBack = await put({ ...loaded, name: 'again' })
    expect(sentBack.body.data).toMatchObject({ ...expected, name: 'again' })
    const raised = await put({ ...loaded, remain_quota: loaded.remain_quota + 10 })
    expect(raised.body.data).toMatchObject({ remain_quota_exact: '876553.3' })
  })

  it('tells what a running call holds apart from what was spent', async () => {
    const made = await newToken(user, { remain_quota: 1000 })
    await holdCall(api, { userId: user.id, tokenId: made.id, cost: 300_000 })
    const loaded = await read(made.id)
    expect(loaded).toMatchObject({ remain_quota: 700, held_quota: 300, used_quota: 0 })
    expect((await put({ ...loaded })).body.data).toEqual(loaded)
    expect((await put({ ...loaded, remain_quota: 800 })).body.data).toMatchObject({
      remain_quota: 800,
      held_quota: 300,
    })
  })

  it('is set as it stands when nothing tells what the form was loaded with', async () => {
    const made = await newToken(user, { remain_quota: 1000 })
    await spend(made.id, 400_000)
    expect((await put({ id: made.id, remain_quota: 1000 })).body.data).toMatchObject({
      remain_quota: 1000,
      used_quota: 400,
    })
  })

  it('adds both edits of two forms loaded at the same time', async () => {
    const made = await newToken(user, { remain_quota: 1000 })
    const edit = { id: made.id, remain_quota: 2000, remain_quota_base: 1000 }
    await Promise.all([put(edit), put(edit)])
    expect((await read(made.id)).remain_quota).toBe(3000)
  })

  it('never goes below zero by an edit', async () => {
    const made = await newToken(user, { remain_quota: 1000 })
    await spend(made.id, 950_500)
    const after = await put({ id: made.id, remain_quota: 100, remain_quota_base: 1000 })
    expect(after.body.data).toMatchObject({ remain_quota_exact: '0', used_quota_exact: '950.5' })
  })

  it('leaves the books clean', async () => {
    expect((await api.root.call<{ state: string }>('GET', '/api/audit/')).state).toBe('clean')
  })
})

describe('expired and exhausted tokens', () => {
  const setStatus = (id: number, columns: object) => api.services.knex('tokens').where({ id }).update(columns)
  const past = 1_000_000_000

  it('cannot be enabled before the reason is gone', async () => {
    const expired = await newToken(user)
    await setStatus(expired.id, { status: 3, expired_time: past })
    expect((await put({ id: expired.id, status: 1 }, '?status_only=true')).body).toMatchObject({
      code: 'token_still_expired',
    })
    const exhausted = await newToken(user, { remain_quota: 0 })
    await setStatus(exhausted.id, { status: 4 })
    expect((await put({ id: exhausted.id, status: 1 })).body).toMatchObject({ code: 'token_still_exhausted' })
    expect((await read(expired.id)).status).toBe(3)
    expect((await read(exhausted.id)).status).toBe(4)
  })

  it.each([
    [3, { expired_time: -1 }],
    [3, { expired_time: 4_000_000_000, status: 3 }],
    [4, { remain_quota: 10 }],
    [4, { unlimited_quota: true, status: 4 }],
  ])('of status %i are enabled again by %j', async (status, cure) => {
    const made = await newToken(user, { remain_quota: 0 })
    await setStatus(made.id, { status, expired_time: status === 3 ? past : -1 })
    expect((await put({ id: made.id, ...cure })).body.data.status).toBe(1)
  })

  it('stay as they are when something else is edited, and can be disabled', async () => {
    const made = await newToken(user)
    await setStatus(made.id, { status: 3, expired_time: past })
    expect((await put({ id: made.id, name: 'x' })).body.data.status).toBe(3)
    expect((await put({ id: made.id, status: 2, expired_time: -1 })).body.data.status).toBe(2)
  })

  it('an edit may set an expiry in the past: the next call finds it expired', async () => {
    const made = await newToken(user)
    expect((await put({ id: made.id, expired_time: past })).body.data).toMatchObject({
      expired_time: past,
      status: 1,
    })
  })
})
