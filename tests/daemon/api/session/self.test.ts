import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const userKeys = {
  id: 'number',
  username: 'string',
  display_name: 'string',
  group: 'string',
  quota: 'number',
  used_quota: 'number',
  request_count: 'number',
  role: 'number',
  status: 'number',
  inviter_id: 'number',
  aff_count: 'number',
  aff_quota: 'number',
  aff_history_quota: 'number',
  email: 'string',
  github_id: 'string',
  oidc_id: 'string',
  wechat_id: 'string',
  telegram_id: 'string',
  linux_do_id: 'string',
  setting: 'string',
} as const

describe('GET /api/user/self', () => {
  it('200 answers every field of the account with its type, and no secret', async () => {
    const alice = await api.createUser('alice')
    const self = await alice.call('GET', '/api/user/self')
    for (const [key, type] of Object.entries(userKeys)) expect([key, typeof self[key]]).toEqual([key, type])
    expect(self.DeletedAt).toBeNull()
    expect(Object.keys(self)).not.toContain('password')
    expect(JSON.stringify(self)).not.toContain('argon2')
  })

  it('200 leaves the secret of a webhook out of the settings', async () => {
    const bob = await api.createUser('bob')
    const setting = JSON.stringify({
      notify_type: 'webhook',
      webhook_secret: 'hook-secret',
      webhook_url: 'https://x',
    })
    await api.services.knex('users').where({ id: bob.id }).update({ setting })
    for (const answer of [
      await bob.request('GET', '/api/user/self'),
      await api.root.request('GET', `/api/user/${bob.id}`),
      await api.root.request('GET', '/api/user/'),
    ]) {
      expect(answer.text).not.toContain('hook-secret')
      expect(answer.text).toContain('https://x')
    }
  })
})

describe('PUT /api/user/self', () => {
  it('200 changes name and shown name, one without the other', async () => {
    const carol = await api.createUser('carol')
    await carol.call('PUT', '/api/user/self', { display_name: 'Carol C.' })
    await carol.call('PUT', '/api/user/self', { username: 'carola' })
    expect(await carol.call('GET', '/api/user/self')).toMatchObject({
      username: 'carola',
      display_name: 'Carol C.',
    })
    await api.signIn('carola', testPassword)
  })

  it('200 an empty password changes nothing', async () => {
    const dave = await api.createUser('dave')
    await dave.call('PUT', '/api/user/self', { username: 'dave', display_name: 'D', password: '' })
    await api.signIn('dave', testPassword)
  })

  it('200 a new password ends all other sessions and the system access token', async () => {
    const eve = await api.createUser('eve')
    const other = await api.signIn('eve', testPassword)
    const token = await eve.call<string>('GET', '/api/user/token')
    expect((await api.withToken(token).request('GET', '/api/user/self')).status).toBe(200)

    await eve.call('PUT', '/api/user/self', { password: 'battery-staple', original_password: testPassword })

    expect((await eve.request('GET', '/api/user/self')).status).toBe(200)
    expect((await other.request('GET', '/api/user/self')).status).toBe(401)
    expect((await api.withToken(token).request('GET', '/api/user/self')).status).toBe(401)
    await api.signIn('eve', 'battery-staple')
  })

  it('403 a new password needs the current one', async () => {
    const frank = await api.createUser('frank')
    for (const original_password of [undefined, '', 'wrong-password']) {
      const answer = await frank.request('PUT', '/api/user/self', {
        password: 'battery-staple',
        original_password,
      })
      expect([answer.status, answer.body.code]).toEqual([403, 'original_password_wrong'])
    }
    await api.signIn('frank', testPassword)
  })

  it.each([
    ['7 characters', { password: 'a'.repeat(7) }, 'password_too_short'],
    ['21 characters', { password: 'a'.repeat(21) }, 'password_length'],
    ['13 characters', { username: 'a'.repeat(13) }, 'username_length'],
    ['blanks', { username: '  ' }, 'username_length'],
    ['an address', { username: 'a@b.c' }, 'username_characters'],
    ['blanks around', { username: ' gina ' }, 'username_characters'],
    ['a line break', { username: 'gi\nna' }, 'username_characters'],
    ['a mark that nobody sees', { username: 'gi\u034Fna' }, 'username_characters'],
    ['a variation of a letter that looks the same', { username: 'gina\uFE00' }, 'username_characters'],
  ])('400 refuses %s', async (_name, body, code) => {
    const answer = await api.root.request('PUT', '/api/user/self', {
      ...body,
      original_password: testPassword,
    })
    expect([answer.status, answer.body.code]).toEqual([400, code])
  })

  it('200 keeps of a display name what can be seen, without blanks around it and turned text', async () => {
    const { call, id } = await api.createUser('isabel')
    const made = { username: 'jo', password: testPassword, display_name: '\u3164' }
    expect((await api.root.call('POST', '/api/user/', made)).display_name).toBe('jo')
    for (const [given, kept] of [
      ['  Isabel ', 'Isabel'],
      ['\u202Elive\nil', 'liveil'],
      ['👩\u200D💻', '👩\u200D💻'],
      ['   ', ''],
      ['\u3164', ''],
    ] as const) {
      expect((await call('PUT', '/api/user/self', { display_name: given })).display_name).toBe(kept)
      expect((await api.root.call('PUT', '/api/user/', { id, display_name: given })).display_name).toBe(kept)
    }
  })

  it('409 refuses the name of another, even of a deactivated one', async () => {
    const henry = await api.createUser('henry')
    const gone = await api.createUser('gone')
    await api.root.call('POST', '/api/user/manage', { id: gone.id, action: 'delete' })
    for (const username of ['root', 'gone']) {
      const answer = await henry.request('PUT', '/api/user/self', { username })
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([409, 'user_exists', 'username'])
    }
  })

  it('writes nothing but the three fields, whatever is sent', async () => {
    const ivan = await api.createUser('ivan')
    const rows = async () => [
      await api.services.knex('users').where({ id: ivan.id }),
      await api.services.knex('wallets').where({ user_id: ivan.id }),
    ]
    const before = await rows()
    const fields = [
      'quota',
      'quota_base',
      'role',
      'status',
      'group',
      'used_quota',
      'aff_quota',
      'aff_history_quota',
      'inviter_id',
      'id',
      'access_token',
      'email',
      'github_id',
      'setting',
      'DeletedAt',
      'password_hash',
      '__proto__',
      'constructor',
    ]
    for (const field of fields)
      for (const value of ['100', '"100"', '{"role":100}', '[100]', 'null', 'true']) {
        const answer = await api.app.inject({
          method: 'PUT',
          url: '/api/user/self',
          headers: { ...ivan.headers, 'content-type': 'application/json' },
          payload: `{"display_name":"ivan","${field}":${value},"${field}":${value}}`,
        })
        expect([field, value, answer.statusCode]).toEqual([field, value, 400])
      }
    expect(await rows()).toEqual(before)
  })
})

describe('DELETE /api/user/self', () => {
  it('200 deactivates the account and ends its sessions', async () => {
    const judy = await api.createUser('judy')
    await judy.call('DELETE', '/api/user/self')
    expect((await judy.request('GET', '/api/user/self')).status).toBe(401)
    const shown = await api.root.call('GET', `/api/user/${judy.id}`)
    expect(shown.DeletedAt).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it('403 needs a recent proof: a session left open somewhere is not enough to throw a balance away', async () => {
    const mallory = await api.createUser('left-open')
    api.clock.advance(16 * 60_000)
    const answer = await mallory.requestUnproven('DELETE', '/api/user/self')
    expect([answer.status, answer.body.code]).toEqual([403, 'proof_required'])
    expect((await mallory.request('GET', '/api/user/self')).status).toBe(200)
    await mallory.proveAgain()
    expect((await mallory.requestUnproven('DELETE', '/api/user/self')).status).toBe(200)
  })

  it('403 is refused to the super administrator', async () => {
    const answer = await api.root.request('DELETE', '/api/user/self')
    expect([answer.status, answer.body.code]).toEqual([403, 'user_root_protected'])
  })
})

describe('GET /api/user/token', () => {
  it('200 makes a new token and ends the one before', async () => {
    const kate = await api.createUser('kate')
    const first = await kate.call<string>('GET', '/api/user/token')
    const second = await kate.call<string>('GET', '/api/user/token')
    expect(first).toMatch(/^at_[\w-]{32}$/)
    expect((await api.withToken(first).request('GET', '/api/user/self')).status).toBe(401)
    expect((await api.withToken(second).request('GET', '/api/user/self')).body.data.username).toBe('kate')
    expect(JSON.stringify(await api.services.knex('access_tokens'))).not.toContain(second)
  })
})
