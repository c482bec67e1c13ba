import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultBudgets } from '../../../../src/daemon/http/request-limits.ts'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'
import { giveRootAnotherWayIn } from '../../../support/way-in-for-root.ts'
import { addressOf, type ForgetfulSite, startForgetfulSite } from './reset-mail.ts'

let api: TestApi
let site: ForgetfulSite
beforeAll(async () => {
  api = await startTestApi()
  site = await startForgetfulSite(api)
})
afterAll(async () => {
  await api?.close()
  await site?.close()
})
beforeEach(() => api.clock.advance(3_600_000))

const signIn = (username: string, password: string) =>
  api.anonymous.request('POST', '/api/user/login', { username, password })

describe('POST /api/user/reset', () => {
  it('A-RESET-07 A-RESET-08 C-CONST-02 answers a new password within the rules: it signs in, the old one does not', async () => {
    await site.member('ann', 'Ann@Corp.example')
    const token = await site.tokenFor('ann@corp.example')
    const answer = await site.reset(' ANN@corp.EXAMPLE', token)
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['success', 'message', 'data']])
    expect(answer.headers['cache-control']).toBe('no-store')
    const { data: password } = answer.body
    expect(password).toMatch(/^[A-Za-z2-9]{12}$/)
    expect((await signIn('ann', password)).status).toBe(200)
    expect((await signIn('ann@corp.example', password)).status).toBe(200)
    expect((await signIn('ann', testPassword)).body.code).toBe('login_failed')
  })

  it('ends every session and the system access token, leaves tokens for calls, and is in the audit without a secret', async () => {
    const bob = await site.member('bob')
    const other = await api.signIn('bob', testPassword)
    const system = await bob.call<string>('GET', '/api/user/token')
    await bob.call('POST', '/api/token/', { name: 'mine', unlimited_quota: true })
    const token = await site.tokenFor(addressOf('bob'))
    const { data: password } = (await site.reset(addressOf('bob'), token)).body
    for (const caller of [bob, other, api.withToken(system)])
      expect((await caller.request('GET', '/api/user/self')).status).toBe(401)
    const again = await api.signIn('bob', password)
    expect(await again.call('GET', '/api/token/')).toMatchObject({ total: 1 })

    const { items } = await api.root.call<{ items: object[] }>(
      'GET',
      '/api/audit_event/?action=user.reset-password',
    )
    expect(items.find((each) => 'actor_name' in each && each.actor_name === 'bob')).toMatchObject({
      actor_id: bob.id,
      target_kind: 'user',
      target_id: String(bob.id),
    })
    for (const secret of [password, token]) expect(JSON.stringify(items)).not.toContain(secret)
  })

  it.each([
    ['name', 'nora', 'nora', '198.51.100.1'],
    ['email', 'nelly', addressOf('nelly'), '198.51.100.2'],
  ])(
    'lets in by the new password who has tried the old one with their %s too often',
    async (_, name, username, remoteAddress) => {
      await site.member(name)
      const post = (url: string, payload: object) =>
        api.app.inject({ method: 'POST', url, remoteAddress, payload })
      const login = async (password: string) =>
        (await post('/api/user/login', { username, password })).statusCode
      for (let tried = 0; tried < defaultBudgets.failuresOfPair.count; tried += 1)
        await login('not-the-right-one')
      expect(await login(testPassword)).toBe(429)
      const email = addressOf(name)
      const answer = await post('/api/user/reset', { email, token: await site.tokenFor(email) })
      expect(await login(answer.json<{ data: string }>().data)).toBe(200)
    },
  )

  it('gives a password to an account that signed in through others only', async () => {
    const { id } = await site.member('cora')
    await api.services.knex('users').where({ id }).update({ password_hash: null })
    const token = await site.tokenFor(addressOf('cora'))
    const { data: password } = (await site.reset(addressOf('cora'), token)).body
    expect((await signIn('cora', password)).status).toBe(200)
  })

  it('A-RESET-08 of parallel calls with one token exactly one gets a password, and it is the one that counts', async () => {
    await site.member('dora')
    const token = await site.tokenFor(addressOf('dora'))
    const answers = await Promise.all(Array.from({ length: 6 }, () => site.reset(addressOf('dora'), token)))
    const good = answers.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    for (const { status, body } of answers.filter((each) => !good.includes(each)))
      expect([status, body.code]).toEqual([400, 'reset_link_invalid'])
    expect((await signIn('dora', good[0]?.body.data ?? '')).status).toBe(200)
  })

  it('A-RESET-08 refuses a token that was used, that of another address, a wrong and a missing one, and all of them alike', async () => {
    await site.member('eve')
    await site.member('fay')
    const token = await site.tokenFor(addressOf('eve'))
    const refusals = [
      await site.reset(addressOf('fay'), token),
      await site.reset(addressOf('nobody'), token),
      await site.reset(addressOf('eve'), '0'.repeat(32)),
      await site.reset(addressOf('eve'), token.toUpperCase()),
      await site.reset(addressOf('eve'), ''),
      await site.reset('', token),
      await api.anonymous.request('POST', '/api/user/reset', { email: addressOf('eve') }),
      await api.anonymous.request('POST', '/api/user/reset', { token }),
    ]
    // Failed attempts by someone who knows the address do not invalidate the link.
    expect((await site.reset(addressOf('eve'), token)).status).toBe(200)
    refusals.push(await site.reset(addressOf('eve'), token))
    for (const { status, body } of refusals) expect([status, body.code]).toEqual([400, 'reset_link_invalid'])
    expect((await signIn('fay', testPassword)).status).toBe(200)
  })

  it('refuses more than the contract knows', async () => {
    await site.member('greedy')
    const token = await site.tokenFor(addressOf('greedy'))
    const body = { email: addressOf('greedy'), token, password: 'chosen-by-me' }
    expect((await api.anonymous.request('POST', '/api/user/reset', body)).status).toBe(400)
  })

  it('refuses a token after ten minutes', async () => {
    await site.member('gus')
    const token = await site.tokenFor(addressOf('gus'))
    api.clock.advance(600_001)
    expect((await site.reset(addressOf('gus'), token)).body.code).toBe('reset_link_invalid')
    expect((await signIn('gus', testPassword)).status).toBe(200)
  })

  it.each([
    ['a password that was changed meanwhile', 'hal', (id: number) => ({ id, password: 'battery-staple' })],
    ['a ban', 'ida', (id: number) => ({ id, action: 'disable' })],
    ['the end of the account', 'jan', (id: number) => ({ id, action: 'delete' })],
  ])('refuses a token after %s', async (_, name, change) => {
    const { id } = await site.member(name)
    const token = await site.tokenFor(addressOf(name))
    const body = change(id)
    if ('action' in body) await api.root.call('POST', '/api/user/manage', body)
    else await api.root.call('PUT', '/api/user/', body)
    expect((await site.reset(addressOf(name), token)).body.code).toBe('reset_link_invalid')
  })

  it('refuses a token whose address has gone to another account', async () => {
    const [old, next] = [await site.member('kim'), await site.member('leo')]
    const token = await site.tokenFor(addressOf('kim'))
    const users = () => api.services.knex('users')
    await users().where({ id: old.id }).update({ email: '', email_key: null })
    await users()
      .where({ id: next.id })
      .update({ email: addressOf('kim'), email_key: addressOf('kim') })
    expect((await site.reset(addressOf('kim'), token)).body.code).toBe('reset_link_invalid')
    expect((await signIn('leo', testPassword)).status).toBe(200)
  })

  it('is refused while nobody signs in by password, and the link is good afterwards', async () => {
    await site.member('max')
    const token = await site.tokenFor(addressOf('max'))
    await giveRootAnotherWayIn(api)
    await site.set('PasswordLoginEnabled', 'false')
    expect((await site.reset(addressOf('max'), token)).body.code).toBe('password_login_disabled')
    await site.set('PasswordLoginEnabled', 'true')
    expect((await site.reset(addressOf('max'), token)).status).toBe(200)
  })
})
