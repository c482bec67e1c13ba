import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'
import { startForgetfulSite } from '../password-reset/reset-mail.ts'

interface Session {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly last_used_time: number
  readonly is_current: boolean
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

const listOf = async (caller: Caller) =>
  (await caller.call<{ items: Session[] }>('GET', '/api/session/')).items
const isIn = async (caller: Caller) => (await caller.request('GET', '/api/user/self')).status === 200
const signInWith = (username: string, agent: string) =>
  api.anonymous.request(
    'POST',
    '/api/user/login',
    { username, password: testPassword },
    { 'user-agent': agent },
  )
const accessToken = async (owner: Caller, name: string) =>
  api.withToken(
    (await owner.call<{ token: string }>('POST', '/api/access_token/', { name, scopes: ['*'] })).token,
  )

describe('sessions of an account', () => {
  it('M7: 200 are listed with device, address and last use, and only to their owner', async () => {
    const ann = await api.createUser('ann')
    await api.createUser('bob')
    await signInWith('ann', firefox)
    await signInWith('ann', safari)
    api.clock.advance(3_600_000)
    await ann.call('GET', '/api/user/self')
    const sessions = await listOf(ann)
    expect(sessions.map(({ device }) => device).sort()).toEqual([
      'Firefox, Linux',
      'Safari, iPhone',
      'lightMyRequest',
    ])
    expect(sessions.every(({ ip, id }) => ip === '127.0.0.1' && /^[0-9a-f]{16}$/.test(id))).toBe(true)
    expect(sessions.filter((each) => each.is_current)).toHaveLength(1)
    // The times are written in the background.
    await expect
      .poll(async () => {
        const now = await listOf(ann)
        const [here = 0, there = 0] = [true, false].map(
          (isCurrent) => now.find((each) => each.is_current === isCurrent)?.last_used_time,
        )
        return here - there
      })
      .toBeGreaterThan(3000)
    expect(JSON.stringify(await listOf(await api.signIn('bob', testPassword)))).not.toContain('Firefox')
  })
})

describe('an account that signs in again and again', () => {
  it('keeps the hundred sessions that were used last', async () => {
    const eve = await api.createUser('eve')
    await api.createUser('fay')
    const first = await api.signIn('eve', testPassword)
    const rows = () => api.services.knex('sessions').where({ user_id: eve.id })
    const { id_hash: _, ...row } = await rows().first()
    const old = Array.from({ length: 150 }, (__, index) => ({
      ...row,
      id_hash: `old-${index}`,
      last_used_ms: row.created_ms - 150 + index,
    }))
    for (let at = 0; at < old.length; at += 50)
      await api.services.knex('sessions').insert(old.slice(at, at + 50))
    const last = await api.signIn('eve', testPassword)
    const kept = (await rows().select('id_hash')).map((each) => each.id_hash)
    expect(kept).toHaveLength(100)
    expect(kept).toContain('old-149')
    expect(kept).not.toContain('old-52')
    for (const caller of [eve, first, last]) expect(await isIn(caller)).toBe(true)
    expect(await isIn(await api.signIn('fay', testPassword))).toBe(true)
  })
})

describe('DELETE /api/session/', () => {
  it('M7: 200 one session ends at once, and an unknown one is 404', async () => {
    const cat = await api.createUser('cat')
    const other = await api.signIn('cat', testPassword)
    const wanted = (await listOf(cat)).find((each) => !each.is_current)?.id
    expect((await cat.request('DELETE', `/api/session/${wanted}`)).status).toBe(200)
    expect([await isIn(other), await isIn(cat)]).toEqual([false, true])
    const again = await cat.request('DELETE', `/api/session/${wanted}`)
    expect([again.status, again.body.code]).toEqual([404, 'session_not_found'])
  })

  it('M7: 200 all others end and this one stays; with an access token all do', async () => {
    const dan = await api.createUser('dan')
    const others = [await api.signIn('dan', testPassword), await api.signIn('dan', testPassword)]
    const token = await accessToken(dan, 'script')
    expect(await dan.call('DELETE', '/api/session/')).toEqual({ ended: 2 })
    expect(await Promise.all([dan, token, ...others].map(isIn))).toEqual([true, true, false, false])
    expect(await token.call('DELETE', '/api/session/')).toEqual({ ended: 1 })
    expect([await isIn(dan), await isIn(token)]).toEqual([false, true])
  })

  it('M7: 403 an access token without the scope ends none', async () => {
    const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'reader',
      scopes: ['*:read'],
    })
    const reader = api.withToken(token)
    expect((await reader.request('GET', '/api/session/')).status).toBe(200)
    expect((await reader.request('DELETE', '/api/session/')).body.code).toBe('insufficient_scope')
  })
})

describe('M7: a new password', () => {
  const change = {
    'of one’s own': (who: Caller, more: object) =>
      who.call('PUT', '/api/user/self', {
        password: 'battery-staple',
        original_password: testPassword,
        ...more,
      }),
    'by the super administrator': (who: Caller, more: object) =>
      api.root.call('PUT', '/api/user/', { id: who.id, password: 'battery-staple', ...more }),
    'by email': async (who: Caller, more: object) => {
      const site = await startForgetfulSite(api)
      await api.services
        .knex('users')
        .where({ id: who.id })
        .update({ email: `${who.username}@corp.example`, email_key: `${who.username}@corp.example` })
      const email = `${who.username}@corp.example`
      const token = await site.tokenFor(email)
      await api.anonymous.call('POST', '/api/user/reset', { email, token, ...more })
      await site.close()
    },
  }
  let count = 0
  it.each(Object.entries(change))('%s ends sessions and access tokens', async (_, act) => {
    const who = await api.createUser(`new${++count}`)
    const [other, token] = [await api.signIn(who.username, testPassword), await accessToken(who, 'script')]
    await act(who, {})
    expect([await isIn(other), await isIn(token)]).toEqual([false, false])
  })

  it.each(Object.entries(change))('%s leaves access tokens only when told to', async (_, act) => {
    const who = await api.createUser(`new${++count}`)
    const [other, token] = [await api.signIn(who.username, testPassword), await accessToken(who, 'script')]
    await act(who, { keep_access_tokens: true })
    expect([await isIn(other), await isIn(token)]).toEqual([false, true])
  })
})
