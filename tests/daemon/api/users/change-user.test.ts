import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

interface Shown {
  id: number
  username: string
  display_name: string
  role: number
  status: number
  group: string
  quota: number
  quota_exact: string
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const show = (id: number) => api.root.call<Shown>('GET', `/api/user/${id}`)
const create = (body: object) => api.root.request<Shown>('POST', '/api/user/', body)

describe('POST /api/user/', () => {
  it('200 makes an account of role 1 that can sign in', async () => {
    const made = await create({ username: 'nina', password: testPassword })
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({
      username: 'nina',
      display_name: 'nina',
      role: 1,
      status: 1,
      group: 'default',
      quota: 0,
    })
    await api.signIn('nina', testPassword)
  })

  it('200 gives what new users get, with an entry and a row in the log', async () => {
    await api.root.call('PUT', '/api/option/', { key: 'QuotaForNewUser', value: '12345' })
    const { id, quota_exact } = (await create({ username: 'gifted', password: testPassword })).body.data
    await api.root.call('PUT', '/api/option/', { key: 'QuotaForNewUser', value: '0' })
    expect(quota_exact).toBe('12345')
    expect(await api.services.knex('entries').where({ user_id: id }).select('kind', 'delta')).toEqual([
      { kind: 8, delta: 12_345_000 },
    ])
    expect(await api.services.knex('usage_logs').where({ user_id: id }).select('type', 'quota')).toEqual([
      { type: 4, quota: 12_345_000 },
    ])
  })

  it('200 counts characters, not bytes', async () => {
    expect(
      (await create({ username: '一二三四五六七八九十百千', password: '密码密码密码密码' })).status,
    ).toBe(200)
  })

  it.each([
    [{ username: '', password: testPassword }, 400, 'username_and_password_required'],
    [{ username: 'x', password: '' }, 400, 'username_and_password_required'],
    [{ password: testPassword }, 400, 'username_and_password_required'],
    [{ username: '   ', password: testPassword }, 400, 'username_length'],
    [{ username: 'a'.repeat(13), password: testPassword }, 400, 'username_length'],
    [{ username: 'seven', password: 'a'.repeat(7) }, 400, 'password_too_short'],
    [{ username: 'toolong', password: 'a'.repeat(21) }, 400, 'password_length'],
    [{ username: 'root', password: testPassword }, 409, 'user_exists'],
    [{ username: 'x', password: testPassword, quota: 5 }, 400, 'invalid_request'],
    [{ username: 'x', password: testPassword, group: 'vip' }, 400, 'invalid_request'],
    [{ username: 'x', password: testPassword, role: 100 }, 403, 'user_create_level'],
  ])('refuses %o with %i %s', async (body, status, code) => {
    const before = await api.services.knex('users').count({ n: '*' })
    const answer = await create(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await api.services.knex('users').count({ n: '*' })).toEqual(before)
  })

  it('says what the form says when a field is empty', async () => {
    expect((await create({ username: '', password: '' })).body.message).toBe(
      'username and password cannot be empty',
    )
  })

  it('409 lets one of several callers have the name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ username: 'wanted', password: testPassword })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(
      await api.services.knex('wallets').where({ user_id: (await api.signIn('wanted', testPassword)).id }),
    ).toHaveLength(2)
  })
})

describe('PUT /api/user/', () => {
  it('200 changes each field alone and leaves the others', async () => {
    const { id } = await api.createUser('olga')
    const put = (body: object) => api.root.call<Shown>('PUT', '/api/user/', { id, ...body })
    const before = await show(id)
    await put({ display_name: 'Olga O.' })
    expect(await show(id)).toEqual({ ...before, display_name: 'Olga O.' })
    await put({ group: 'vip' })
    expect(await show(id)).toEqual({ ...before, display_name: 'Olga O.', group: 'vip' })
    await put({ username: 'olga2' })
    expect(await show(id)).toMatchObject({ username: 'olga2', display_name: 'Olga O.', group: 'vip' })
    await put({ password: '' })
    await api.signIn('olga2', testPassword)
    await put({ quota: 300_000 })
    expect(await show(id)).toMatchObject({ quota: 300_000, quota_exact: '300000', username: 'olga2' })
    await put({})
    expect(await show(id)).toMatchObject({
      quota: 300_000,
      username: 'olga2',
      display_name: 'Olga O.',
      group: 'vip',
    })
  })

  it('200 a new password ends the sessions of the account', async () => {
    const peter = await api.createUser('peter')
    await api.root.call('PUT', '/api/user/', { id: peter.id, password: 'battery-staple' })
    expect((await peter.request('GET', '/api/user/self')).status).toBe(401)
    await api.signIn('peter', 'battery-staple')
  })

  it.each([
    [{ username: 'a'.repeat(13) }, 400, 'username_length'],
    [{ username: 'root' }, 409, 'user_exists'],
    [{ password: 'short12' }, 400, 'password_too_short'],
    [{ password: 'a'.repeat(21) }, 400, 'password_length'],
    [{ group: 'no-such-group' }, 400, 'group_not_found'],
    [{ role: 100 }, 400, 'invalid_request'],
    [{ status: 1 }, 400, 'invalid_request'],
    [{ github_id: 'x' }, 400, 'invalid_request'],
    [{ email: 'x@y.z' }, 400, 'invalid_request'],
    [{ quota: -1 }, 400, 'invalid_request'],
    [{ quota: 1.5 }, 400, 'invalid_request'],
    [{ quota: '5' }, 400, 'invalid_request'],
    [{ quota: 1e15 + 1 }, 400, 'invalid_request'],
    [{ quota: true }, 400, 'invalid_request'],
    [{ quota: [1] }, 400, 'invalid_request'],
    [{ quota: null }, 400, 'invalid_request'],
  ])('refuses %o with %i %s', async (body, status, code) => {
    const { id } = await api.root
      .call<{ id: number }>('GET', '/api/user/search?keyword=nina')
      .then((page) => (page as unknown as { items: { id: number }[] }).items[0] ?? { id: 0 })
    const before = await show(id)
    const answer = await api.root.request('PUT', '/api/user/', { id, ...body })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await show(id)).toEqual(before)
  })

  it('404 for accounts that are not there or deactivated', async () => {
    const gone = await api.createUser('gone')
    await api.root.call('DELETE', `/api/user/${gone.id}`)
    for (const id of [999_999, gone.id])
      expect((await api.root.request('PUT', '/api/user/', { id, quota: 5 })).body.code).toBe('user_not_found')
  })
})

describe('balances that two people change', () => {
  const charge = async (userId: number, thousandths: number) => {
    await api.services.ledger.submit({
      op: 'reserve',
      id: `req_${userId}_${thousandths}`,
      userId,
      tokenId: null,
      amount: BigInt(thousandths) as never,
      atMs: 1,
      deadlineMs: Number.MAX_SAFE_INTEGER,
      snapshot: '{}',
    })
    const settled = await api.services.ledger.submit({
      op: 'settle',
      id: `req_${userId}_${thousandths}`,
      userId,
      tokenId: null,
      channelId: 1,
      cost: BigInt(thousandths) as never,
      atMs: 1,
      log: null,
      stat: null,
      note: null,
    })
    expect(settled.ok).toBe(true)
  }

  it('a form that was open while requests were charged takes nothing of them back', async () => {
    const { id } = await api.createUser('quentin')
    await api.root.call('PUT', '/api/user/', { id, quota: 500_000 })
    expect((await show(id)).quota).toBe(500_000)
    await charge(id, 199_875)
    // The form still contains 500000, but only the display name was changed.
    await api.root.call('PUT', '/api/user/', { id, display_name: 'Q', quota: 500_000 })
    expect((await show(id)).quota_exact).toBe('499800.125')
    // A form that also sends the value it was loaded with.
    await api.root.call('PUT', '/api/user/', { id, quota: 600_000, quota_base: 500_000 })
    expect((await show(id)).quota_exact).toBe('599800.125')
  })

  it('two administrators who add 1000 each add 2000', async () => {
    const { id } = await api.createUser('rosa')
    const [one, two] = [await api.createUser('adm1', 10), await api.createUser('adm2', 10)]
    await api.root.call('PUT', '/api/user/', { id, quota: 5000 })
    await Promise.all([one.call('GET', `/api/user/${id}`), two.call('GET', `/api/user/${id}`)])
    await Promise.all([
      one.call('PUT', '/api/user/', { id, quota: 6000 }),
      two.call('PUT', '/api/user/', { id, quota: 6000 }),
    ])
    expect((await show(id)).quota).toBe(7000)
  })

  it('is an entry of the ledger with its author, and a row of type 3 in the log', async () => {
    const { id } = await api.createUser('sam')
    await api.root.call('PUT', '/api/user/', { id, quota: 777 })
    expect(
      await api.services
        .knex('entries')
        .where({ user_id: id })
        .select('kind', 'delta', 'balance_after', 'actor_id'),
    ).toEqual([{ kind: 6, delta: 777_000, balance_after: 777_000, actor_id: api.root.id }])
    expect(await api.services.knex('usage_logs').where({ user_id: id }).select('type', 'quota')).toEqual([
      { type: 3, quota: 777_000 },
    ])
  })
})
