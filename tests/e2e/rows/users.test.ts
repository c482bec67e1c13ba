import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, testPassword } from '../../support/test-services.ts'
import { ofAdministrators } from './operations.ts'
import { type List, type Site, startSite } from './site.ts'

interface User {
  readonly id: number
  readonly username: string
  readonly display_name: string
  readonly group: string
  readonly quota: number
  readonly role: number
  readonly status: number
  readonly github_id: string
  readonly DeletedAt: string | null
}

let site: Site
let made = 0

beforeAll(async () => {
  site = await startSite()
  await site.addChannel()
})
afterAll(() => site.close())
beforeEach(() => site.api.clock.advance(21 * 60_000))

const fresh = (role: 1 | 10 = 1): Promise<Caller> => {
  made += 1
  return site.api.createUser(`fresh-${made}`, role)
}
const read = (id: number, by = site.root) => by.call<User>('GET', `/api/user/${id}`)
const manage = (by: Caller, id: number, action: string) =>
  by.request<{ role: number; status: number }>('POST', '/api/user/manage', { id, action })

describe('listing', () => {
  it('A-USER-01 A-USER-25 routes of administrators are closed to users and open to administrators', async () => {
    const refusedToUser: string[] = []
    const refusedToAdmin: string[] = []
    for (const { id, method, path } of ofAdministrators) {
      if ((await site.user.request(method, path)).status === 403) refusedToUser.push(id)
      // An operation that the role permits may still refuse its arguments, or an outdated proof.
      const { status, body } = await site.admin.request(method, path)
      if (status === 401 || body.code === 'insufficient_role') refusedToAdmin.push(id)
    }
    expect(refusedToUser).toEqual(ofAdministrators.map((each) => each.id))
    expect(refusedToAdmin).toEqual([])
  })

  it('A-USER-03 A-USER-04 search finds by id, name, display name and e-mail, and by group', async () => {
    const { id } = await site.api.createUser('compiler')
    await site.root.call('PUT', '/api/user/', { id, display_name: 'Grace Hopper', group: 'vip' })
    await site.api.services.knex('users').where({ id }).update({ email: 'cobol@example.com' })
    const search = async (query: string) =>
      (await site.admin.call<List<User>>('GET', `/api/user/search?${query}&p=1&page_size=10`)).items.map(
        (each) => each.id,
      )
    for (const keyword of [String(id), 'compil', 'Hopper', 'cobol@'])
      expect([keyword, await search(`keyword=${encodeURIComponent(keyword)}&group=`)]).toEqual([
        keyword,
        [id],
      ])
    expect(await search('keyword=nobody-has-this&group=')).toEqual([])
    expect(await search('keyword=&group=vip')).toEqual([id])
    expect(await search(`keyword=Grace&group=vip`)).toEqual([id])
    expect(await search(`keyword=Grace&group=svip`)).toEqual([])
  })

  it('A-USER-05 pages have items, page and total', async () => {
    const before = (await site.admin.call<List<User>>('GET', '/api/user/?p=1&page_size=10')).total
    for (let i = before; i < 25; i += 1)
      await site.root.call('POST', '/api/user/', { username: `page-${i}`, password: testPassword })
    const pages = await Promise.all(
      [1, 2, 3].map((p) => site.admin.call<List<User>>('GET', `/api/user/?p=${p}&page_size=10`)),
    )
    expect(pages.map((each) => [each.page, each.items.length, each.total])).toEqual([
      [1, 10, 25],
      [2, 10, 25],
      [3, 5, 25],
    ])
    expect(new Set(pages.flatMap((each) => each.items.map(({ id }) => id))).size).toBe(25)
    const found = await site.admin.call<List<User>>(
      'GET',
      '/api/user/search?keyword=page-&group=&p=2&page_size=10',
    )
    expect(found).toMatchObject({ page: 2, total: 25 - before })
  })

  it('A-USER-06 one user by id, and 404 in the envelope for an unknown id', async () => {
    expect((await read(site.user.id, site.admin)).username).toBe('a-user')
    const unknown = await site.admin.request('GET', '/api/user/987654')
    expect(unknown).toMatchObject({ status: 404, body: { success: false, code: 'user_not_found' } })
  })

  it('A-USER-27 the user object carries every key of the document with its type', async () => {
    const shape = {
      id: expect.any(Number),
      username: 'a-user',
      display_name: expect.any(String),
      group: 'default',
      quota: expect.any(Number),
      used_quota: expect.any(Number),
      request_count: expect.any(Number),
      role: 1,
      status: 1,
      DeletedAt: null,
      inviter_id: expect.any(Number),
      aff_count: expect.any(Number),
      aff_quota: expect.any(Number),
      aff_history_quota: expect.any(Number),
      email: expect.any(String),
      github_id: '',
      oidc_id: '',
      wechat_id: '',
      telegram_id: '',
      linux_do_id: '',
      setting: expect.any(String),
    }
    const own = await site.user.call<{ setting: string }>('GET', '/api/user/self')
    expect(own).toMatchObject(shape)
    expect(await read(site.user.id)).toMatchObject(shape)
    expect(JSON.parse(own.setting)).toBeTypeOf('object')
    expect(own).not.toHaveProperty('password')
  })

  it('A-USER-28 groups are those of GroupRatio', async () => {
    await site.setOption('GroupRatio', '{"default":1,"vip":0.8,"staff":0.5}')
    expect([...(await site.admin.call<string[]>('GET', '/api/group/'))].sort()).toEqual([
      'default',
      'staff',
      'vip',
    ])
    await site.setOption('GroupRatio', '{"default":1,"vip":1,"svip":1}')
  })
})

describe('adding and editing', () => {
  it('A-USER-07 an added user has role 1 and can sign in', async () => {
    const { id } = await site.admin.call<User>('POST', '/api/user/', {
      username: 'added',
      display_name: 'Added',
      password: testPassword,
    })
    expect(await read(id)).toMatchObject({ role: 1, status: 1, display_name: 'Added' })
    expect((await site.api.signIn('added', testPassword)).id).toBe(id)
  })

  it('A-USER-08 name and password must not be empty', async () => {
    for (const body of [
      { username: '', password: testPassword },
      { username: 'x', password: '' },
      { username: 'x' },
    ]) {
      const answer = await site.admin.request('POST', '/api/user/', body)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toBe('username and password cannot be empty')
    }
  })

  it('A-USER-10 A-USER-11 A-USER-14 each field changes alone; an empty password stays; quota is booked as a difference', async () => {
    const { id, username } = await fresh()
    const before = await read(id, site.admin)
    const edits = { username: 'renamed', display_name: 'New Name', group: 'vip', quota: 500_000 }
    for (const [field, value] of Object.entries(edits)) {
      await site.admin.call('PUT', '/api/user/', { id, [field]: value })
      expect(await read(id, site.admin)).toMatchObject({ [field]: value })
    }
    await site.admin.call('PUT', '/api/user/', { id, password: '' })
    expect((await site.api.signIn('renamed', testPassword)).id).toBe(id)
    await site.admin.call('PUT', '/api/user/', { id, password: 'another-pass' })
    expect((await site.api.signIn('renamed', 'another-pass')).id).toBe(id)
    await site.admin.call('PUT', '/api/user/', { id, quota: 500_000 - 200_000, quota_base: 500_000 })
    expect(await read(id, site.admin)).toMatchObject({
      quota: 300_000,
      role: before.role,
      status: before.status,
    })
    const refused = await site.user.request('PUT', '/api/user/', { id: site.user.id, group: 'vip', quota: 1 })
    expect(refused.status).toBe(403)
    expect(username).not.toBe('renamed')
    expect(await site.audit()).toBe('clean')
  })

  it('A-USER-12 bindings cannot be written', async () => {
    const { id } = await fresh()
    await site.admin.request('PUT', '/api/user/', { id, display_name: 'x', github_id: 'octocat' })
    expect((await read(id)).github_id).toBe('')
  })

  it('A-USER-13 self-edit takes name, password and display name and nothing else', async () => {
    const caller = await fresh()
    const before = await read(caller.id)
    await caller.request('PUT', '/api/user/self', { group: 'vip', quota: 1, role: 100, status: 2 })
    expect(await read(caller.id)).toEqual(before)
    await caller.call('PUT', '/api/user/self', { username: 'self-named', display_name: 'Self' })
    expect(await read(caller.id)).toMatchObject({ username: 'self-named', display_name: 'Self' })
    await caller.call('PUT', '/api/user/self', { password: 'my-new-pass', original_password: testPassword })
    expect((await site.api.signIn('self-named', 'my-new-pass')).id).toBe(caller.id)
  })

  it('A-USER-24 nobody is created with rights equal to or above the creator’s', async () => {
    for (const role of [10, 100]) {
      const answer = await site.admin.request<User>('POST', '/api/user/', {
        username: `rank-${role}`,
        password: testPassword,
        role,
      })
      expect(answer.body).toMatchObject({
        success: false,
        message: "users cannot be created with rights equal to or above one's own",
      })
    }
    expect(await site.root.call('GET', '/api/user/search?keyword=rank-')).toMatchObject({ total: 0 })
  })

  it('A-OPT-091 a new account begins with QuotaForNewUser, as an entry and a log row', async () => {
    await site.setOption('QuotaForNewUser', '4321')
    const caller = await fresh()
    await site.setOption('QuotaForNewUser', '0')
    expect((await read(caller.id)).quota).toBe(4321)
    const { items } = await caller.call<List<{ type: number; quota: number }>>('GET', '/api/log/self')
    expect(items).toMatchObject([{ type: 4, quota: 4321 }])
    expect(await site.audit()).toBe('clean')
  })
})

describe('managing', () => {
  it('A-USER-15 A-USER-16 promote, demote, disable, enable and delete answer the new state; others are refused', async () => {
    const { id } = await fresh()
    const states: unknown[] = []
    for (const action of ['promote', 'demote', 'disable', 'enable']) {
      const answer = await manage(site.root, id, action)
      states.push([action, answer.body.data.role, answer.body.data.status])
      const { role, status } = await read(id)
      expect([role, status]).toEqual([answer.body.data.role, answer.body.data.status])
    }
    expect(states).toEqual([
      ['promote', 10, 1],
      ['demote', 1, 1],
      ['disable', 1, 2],
      ['enable', 1, 1],
    ])
    expect((await manage(site.root, id, 'canonize')).status).toBe(400)
    expect((await manage(site.root, id, 'delete')).body.data).toMatchObject({ role: 1, status: 1 })
  })

  it('A-USER-18 deactivating sets DeletedAt and ends session and tokens', async () => {
    const victim = await fresh()
    await site.credit(victim, 1_000_000)
    const key = await site.addToken({}, victim)
    expect((await site.ask(key)).status).toBe(200)
    await manage(site.admin, victim.id, 'delete')
    const found = await site.root.call<List<User>>(
      'GET',
      `/api/user/search?keyword=${victim.username}&group=`,
    )
    expect(found.items).toMatchObject([{ id: victim.id, DeletedAt: expect.stringMatching(/^\d{4}-/) }])
    expect((await victim.request('GET', '/api/user/self')).status).toBe(401)
    expect((await site.refusal(key)).status).toBe(401)
  })

  it('A-USER-21 nobody reads, changes or deletes users of the same or a higher level', async () => {
    const other = await fresh(10)
    for (const id of [other.id, site.root.id]) {
      expect((await site.admin.request('GET', `/api/user/${id}`)).status).toBe(403)
      expect((await site.admin.request('PUT', '/api/user/', { id, display_name: 'x' })).status).toBe(403)
      for (const action of ['promote', 'demote', 'disable', 'enable', 'delete'])
        expect((await manage(site.admin, id, action)).status).toBe(403)
    }
    const below = await fresh()
    for (const [by, whom] of [
      [site.root, other],
      [site.admin, below],
    ] as const) {
      expect((await read(whom.id, by)).display_name).toBe(whom.username)
      await by.call('PUT', '/api/user/', { id: whom.id, display_name: 'From Above' })
      expect((await read(whom.id, by)).display_name).toBe('From Above')
      expect((await manage(by, whom.id, 'disable')).body.data.status).toBe(2)
    }
  })

  it('A-USER-22 an administrator cannot promote, the super administrator can', async () => {
    const { id } = await fresh()
    const refused = await manage(site.admin, id, 'promote')
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'a regular administrator cannot promote users to administrator' },
    })
    expect((await read(id)).role).toBe(1)
    expect((await manage(site.root, id, 'promote')).body.data.role).toBe(10)
  })

  it('A-USER-23 the super administrator cannot be disabled, deleted or demoted, not even by themselves', async () => {
    for (const action of ['disable', 'delete', 'demote']) {
      const own = await manage(site.root, site.root.id, action)
      expect(own).toMatchObject({
        status: 403,
        body: { message: 'the super administrator cannot be disabled, deleted or demoted' },
      })
      expect((await manage(site.admin, site.root.id, action)).status).toBe(403)
    }
    expect((await site.root.request('DELETE', '/api/user/self')).status).toBe(403)
    expect(await site.root.call('GET', '/api/user/self')).toMatchObject({
      role: 100,
      status: 1,
      DeletedAt: null,
    })
  })
})
