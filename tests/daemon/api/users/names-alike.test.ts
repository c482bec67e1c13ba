import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const outcome = ({ status, body }: Answer<unknown>) => [status, body.code]
const register = (username: string) =>
  api.anonymous.request('POST', '/api/user/register', {
    username,
    password: testPassword,
    password2: testPassword,
  })
const create = (username: string) =>
  api.root.request<{ id: number }>('POST', '/api/user/', { username, password: testPassword })
const taken = [409, 'user_exists']

describe('a username that differs from a taken one only in case or width', () => {
  it.each(['ROOT', 'Root', 'ｒｏｏｔ', 'ROOｔ'])(
    '%s is refused when somebody signs up or is added',
    async (name) => {
      expect(outcome(await register(name))).toEqual(taken)
      expect(outcome(await create(name))).toEqual(taken)
    },
  )

  it('is refused as a new name, by its owner and by administrators', async () => {
    const alice = await api.createUser('alice')
    expect(outcome(await alice.request('PUT', '/api/user/self', { username: 'Root' }))).toEqual(taken)
    const renamed = await api.root.request('PUT', '/api/user/', { id: alice.id, username: 'ROOT' })
    expect([...outcome(renamed), renamed.body.field]).toEqual([...taken, 'username'])
    const chinese = { 'accept-language': 'zh' }
    const said = await alice.request('PUT', '/api/user/self', { username: 'Root' }, chinese)
    expect(said.body.message).toBe('用户名已存在：不区分大小写和全角半角，已注销的账户也保留其用户名')
  })

  it('is fine for the account that has the name, which signs in with the new spelling only', async () => {
    const bob = await api.createUser('bob')
    await bob.call('PUT', '/api/user/self', { username: 'BOB' })
    await api.signIn('BOB', testPassword)
    await expect(api.signIn('bob', testPassword)).rejects.toThrow('login_failed')
  })

  it('A-REG-15 of two sign-ups at once, one wins', async () => {
    const answers = await Promise.all(['carol', 'Carol', 'CAROL', 'ｃarol'].map(register))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('is refused after its deactivated owner, and free again after a rename', async () => {
    const dave = await api.createUser('dave')
    await dave.call('PUT', '/api/user/self', { username: 'david' })
    expect((await create('Dave')).status).toBe(200)
    await api.root.call('POST', '/api/user/manage', { id: dave.id, action: 'delete' })
    expect(outcome(await create('DAVID'))).toEqual(taken)
  })
})

describe('accounts that looked alike before that was refused', () => {
  it('both sign in and can be changed, and nobody gets a third spelling', async () => {
    const elder = await api.createUser('erin')
    const younger = await api.createUser('erin2')
    await api.services
      .knex('users')
      .where({ id: younger.id })
      .update({ username: 'Erin', username_key: null })
    expect((await api.signIn('erin', testPassword)).id).toBe(elder.id)
    expect((await api.signIn('Erin', testPassword)).id).toBe(younger.id)

    const edit = { id: younger.id, username: 'Erin', display_name: 'The younger' }
    expect(await api.root.call('PUT', '/api/user/', edit)).toMatchObject({ display_name: 'The younger' })
    await younger.call('PUT', '/api/user/self', { username: 'Erin', display_name: 'Still' })

    expect(outcome(await create('ERIN'))).toEqual(taken)
    // The younger account still has the name after the elder one gives it up.
    await elder.call('PUT', '/api/user/self', { username: 'erika' })
    expect(outcome(await create('ERIN'))).toEqual(taken)
    await younger.call('PUT', '/api/user/self', { username: 'ERIN' })
    expect(outcome(await create('erin'))).toEqual(taken)
  })
})
