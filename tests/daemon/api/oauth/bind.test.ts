import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../../support/test-services.ts'
import { type OauthSite, refusal, startOauthSite } from './sign-ins.ts'

const botToken = '4242:telegram-bot-token'

let site: OauthSite
beforeAll(async () => {
  site = await startOauthSite()
  await site.set({
    TelegramBotToken: botToken,
    TelegramBotName: 'tollgate_bot',
    TelegramOAuthEnabled: 'true',
  })
})
afterAll(() => site?.close())
beforeEach(() => site.api.clock.advance(61 * 60_000))

const selfOf = (who: Caller) => who.call<Record<string, unknown>>('GET', '/api/user/self')

/** Signs fields like Telegram's login widget. */
const signed = (fields: Readonly<Record<string, string>>, token = botToken): Record<string, string> => {
  const complete: Record<string, string> = {
    auth_date: String(Math.floor(site.api.clock.now() / 1000)),
    first_name: 'Ada',
    ...fields,
  }
  const text = Object.keys(complete)
    .sort()
    .map((name) => `${name}=${complete[name]}`)
    .join('\n')
  const key = createHash('sha256').update(token).digest()
  return { ...complete, hash: createHmac('sha256', key).update(text).digest('hex') }
}

describe('binding through a callback', () => {
  it('A-OAUTH-07 gives the identity to the person who is signed in, says so, and keeps their session', async () => {
    const user = await site.api.createUser('binder')
    const browser = site.browser(user)
    const answer = await browser.come('github', { id: 11, login: 'ada' })
    expect([answer.status, answer.body.message, answer.body.data.id]).toEqual([200, 'bind', user.id])
    expect(await selfOf(user)).toMatchObject({ github_id: '11' })
    const later = await site.browser().come('github', { id: 11, login: 'ada' })
    expect([later.body.message, later.body.data.id]).toEqual(['', user.id])
    const events = await site.api.root.call<{ items: { action: string; actor_name: string }[] }>(
      'GET',
      '/api/audit_event/',
    )
    expect(events.items.find(({ action }) => action === 'user.bind')).toMatchObject({ actor_name: 'binder' })
  })

  it('A-OAUTH-16 an identity of another account is refused, also when that account is deactivated', async () => {
    const [owner, thief] = [await site.api.createUser('first'), await site.api.createUser('second')]
    await site.browser(owner).come('linuxdo', { id: 21, name: 'Neo', trust_level: 4 })
    for (const action of ['none', 'delete']) {
      if (action !== 'none') await site.api.root.call('POST', '/api/user/manage', { id: owner.id, action })
      const answer = await site.browser(thief).come('linuxdo', { id: 21, name: 'Neo', trust_level: 4 })
      expect(refusal(answer)).toEqual([409, 'oauth_account_taken'])
      expect(answer.body.message).toBe('this Linux DO account is linked to another user')
    }
    expect(await selfOf(thief)).toMatchObject({ linux_do_id: '' })
  })

  it('begins nothing for a session that has ended: its owner is told, and gets no second account', async () => {
    const user = await site.api.createUser('late')
    await site.api.withToken(await user.call('GET', '/api/user/token')).call('DELETE', '/api/session/')
    const begin = (headers: Readonly<Record<string, string>>) =>
      site.api.anonymous.request('GET', '/api/oauth/state', undefined, headers)
    expect(refusal(await begin(user.headers))).toEqual([401, 'not_signed_in'])
    const other = await site.api.createUser('other')
    const mixed = { ...other.headers, 'tollgate-user': String(user.id) }
    expect(refusal(await begin(mixed))).toEqual([401, 'user_header_mismatch'])
    for (const visitor of [{}, { 'tollgate-user': '-1' }]) expect((await begin(visitor)).status).toBe(200)
  })

  it('of parallel binds of one identity exactly one wins', async () => {
    const people = await Promise.all([1, 2, 3, 4].map((index) => site.api.createUser(`racer${index}`)))
    const answers = await Promise.all(people.map((who) => site.browser(who).come('github', { id: 31 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const ids = await Promise.all(people.map(async (who) => (await selfOf(who)).github_id))
    expect(ids.filter((each) => each === '31')).toHaveLength(1)
  })
})

describe('WeChat', () => {
  it('A-OAUTH-12 A-OPT-025 A-OPT-026 A-OPT-027 the right code signs in, a wrong one is refused, the server is shown the token', async () => {
    site.servers.wechatCode('482913', 'openid-ada')
    site.servers.wechatCode('582913', 'openid-ada')
    const first = await site.browser().call('/api/oauth/wechat', { code: ' 482913 ' })
    expect(first.status).toBe(200)
    expect(first.body.data.username).toMatch(/^wechat_\d+$/)
    const again = await site.browser().call('/api/oauth/wechat', { code: '582913' })
    expect(again.body.data.id).toBe(first.body.data.id)
    const wrong = await site.browser().call('/api/oauth/wechat', { code: '000000' })
    expect(refusal(wrong)).toEqual([403, 'wechat_code_invalid'])
  })

  it('a code counts once', async () => {
    site.servers.wechatCode('777777', 'openid-once')
    const answers = await Promise.all(
      [1, 2, 3].map(() => site.browser().call('/api/oauth/wechat', { code: '777777' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  it.each(['', '12', '../admin?x=', '1234&a=b', '1234567890123'])(
    'nothing that is no code reaches the server: %j',
    async (code) => {
      const before = site.servers.hits.length
      const answer = await site.browser().call('/api/oauth/wechat', { code })
      expect(refusal(answer)).toEqual([400, 'wechat_code_required'])
      expect(site.servers.hits).toHaveLength(before)
    },
  )

  it('who guesses is stopped after twenty wrong codes, even by a right one', async () => {
    site.servers.wechatCode('999999', 'openid-late')
    const ip = '203.0.113.9'
    for (let count = 0; count < 20; count += 1) {
      const wrong = await site.browser(undefined, ip).call('/api/oauth/wechat', { code: `bad${count}x` })
      expect(refusal(wrong)).toEqual([403, 'wechat_code_invalid'])
    }
    const answer = await site.browser(undefined, ip).call('/api/oauth/wechat', { code: '999999' })
    expect(refusal(answer)).toEqual([429, 'too_many_requests'])
  })

  it('nor can anybody guess on from other addresses of the same IPv6 network', async () => {
    const guess = (index: number) =>
      site
        .browser(undefined, `2001:db8:0:9::${index.toString(16)}`)
        .call('/api/oauth/wechat', { code: `no${index}x` })
    for (let count = 0; count < 20; count += 1)
      expect(refusal(await guess(count))).toEqual([403, 'wechat_code_invalid'])
    expect(refusal(await guess(20))).toEqual([429, 'too_many_requests'])
  })

  it('A-OAUTH-17 counts the invite code of its state, and refuses a state that is not of this browser', async () => {
    site.servers.wechatCode('111111', 'openid-guest')
    const host = await site.api.createUser('wxhost')
    const aff = await host.call<string>('GET', '/api/user/aff')
    const browser = site.browser()
    const { state } = await browser.begin(aff)
    const stranger = await site.browser().call('/api/oauth/wechat', { code: '111111', state: `${state}x` })
    expect(refusal(stranger)).toEqual([403, 'oauth_state_invalid'])
    const guest = await browser.call('/api/oauth/wechat', { code: '111111', state })
    expect((await browser.self(guest.body.data.id)).body.data).toMatchObject({ inviter_id: host.id })
  })

  it('A-OAUTH-13 a code binds the account of who is signed in, once', async () => {
    site.servers.wechatCode('222222', 'openid-bound')
    site.servers.wechatCode('333333', 'openid-bound')
    const [user, other] = [await site.api.createUser('wxbind'), await site.api.createUser('wxother')]
    const answer = await site.browser(user).call('/api/oauth/wechat/bind', { code: '222222' })
    expect(answer.body).toEqual({ success: true, message: '' })
    expect(await selfOf(user)).toMatchObject({ wechat_id: 'openid-bound' })
    const second = await site.browser(other).call('/api/oauth/wechat/bind', { code: '333333' })
    expect(refusal(second)).toEqual([409, 'oauth_account_taken'])
  })
})

describe('Telegram', () => {
  it('A-OAUTH-15 signed fields bind the account of who is signed in', async () => {
    const user = await site.api.createUser('tgbind')
    const answer = await site.browser(user).call('/api/oauth/telegram/bind', signed({ id: '501' }))
    expect(answer.body).toEqual({ success: true, message: '' })
    expect(await selfOf(user)).toMatchObject({ telegram_id: '501' })
    const other = await site.api.createUser('tgother')
    const second = await site
      .browser(other)
      .call('/api/oauth/telegram/bind', signed({ id: '501', username: 'again' }))
    expect(refusal(second)).toEqual([409, 'oauth_account_taken'])
  })

  it('A-OAUTH-14 A-OPT-029 A-OPT-030 signed fields sign in the account that they are bound to, whatever lang says', async () => {
    const user = await site.api.createUser('tgsign')
    await site.browser(user).call('/api/oauth/telegram/bind', signed({ id: '502' }))
    const fields = signed({
      id: '502',
      last_name: 'Byron',
      username: 'ada',
      photo_url: 'https://t.me/i/userpic/320/ada.jpg',
    })
    const answer = await site.browser().call('/api/oauth/telegram/login', { ...fields, lang: 'en' })
    expect([answer.status, answer.body.data.id]).toEqual([200, user.id])
    const replayed = await site.browser().call('/api/oauth/telegram/login', fields)
    expect(refusal(replayed)).toEqual([403, 'oauth_refused'])
  })

  it('A-OAUTH-14 every changed, missing, added or old field is refused', async () => {
    const user = await site.api.createUser('tgforge')
    await site.browser(user).call('/api/oauth/telegram/bind', signed({ id: '503' }))
    const now = Math.floor(site.api.clock.now() / 1000)
    const fields = signed({ id: '503', username: 'ada' })
    const { username: _, ...withoutName } = fields
    const forged: readonly (readonly [string, Record<string, string>])[] = [
      ['another id', { ...fields, id: '504' }],
      ['another date', { ...fields, auth_date: String(now + 1) }],
      ['another name', { ...fields, first_name: 'Eve' }],
      ['an added field', { ...fields, last_name: 'Byron' }],
      ['a missing field', withoutName],
      ['no hex', { ...fields, hash: 'z'.repeat(64) }],
      ['half a hash', { ...fields, hash: fields.hash?.slice(0, 32) ?? '' }],
      ['the token of another bot', signed({ id: '503' }, 'other')],
      ['an empty token', signed({ id: '503' }, '')],
      ['ten minutes and a second', signed({ id: '503', auth_date: String(now - 601) })],
      ['a date to come', signed({ id: '503', auth_date: String(now + 120) })],
      ['no date', signed({ id: '503', auth_date: 'never' })],
    ]
    for (const [what, query] of forged)
      expect([what, ...refusal(await site.browser().call('/api/oauth/telegram/login', query))]).toEqual([
        what,
        403,
        'oauth_refused',
      ])
    const twice = await site.api.anonymous.request(
      'GET',
      `/api/oauth/telegram/login?${new URLSearchParams(fields)}&id=504`,
    )
    expect(twice.status).toBe(400)
    expect((await site.browser().call('/api/oauth/telegram/login', fields)).status).toBe(200)
  })

  it('an account that nobody has bound is told how to begin, and makes none', async () => {
    const answer = await site.browser().call('/api/oauth/telegram/login', signed({ id: '599' }))
    expect(refusal(answer)).toEqual([403, 'oauth_not_bound'])
    expect(answer.body.message).toContain('link it in your account first')
  })
})

describe('calls that another site makes a browser do', () => {
  it('A-LOGIN-20 bind nothing: the cookie is not enough', async () => {
    const user = await site.api.createUser('victim')
    site.servers.wechatCode('444444', 'openid-eve')
    const browser = site.browser(user)
    for (const [path, query] of [
      ['wechat/bind', { code: '444444' }],
      ['telegram/bind', signed({ id: '601' })],
    ] as const) {
      const answer = await browser.call(`/api/oauth/${path}`, query, { 'tollgate-user': '' })
      expect(refusal(answer)).toEqual([401, 'user_header_mismatch'])
    }
    expect(await selfOf(user)).toMatchObject({ wechat_id: '', telegram_id: '' })
  })

  it('sign nobody in to an account of theirs', async () => {
    site.servers.wechatCode('555555', 'openid-mallory')
    for (const from of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': from }
      const wechat = await site.browser().call('/api/oauth/wechat', { code: '555555' }, headers)
      expect(refusal(wechat)).toEqual([403, 'oauth_state_invalid'])
      const telegram = await site.browser().call('/api/oauth/telegram/login', signed({ id: '1' }), headers)
      expect(refusal(telegram)).toEqual([403, 'oauth_state_invalid'])
    }
    const own = await site
      .browser()
      .call('/api/oauth/wechat', { code: '555555' }, { 'sec-fetch-site': 'same-origin' })
    expect(own.status).toBe(200)
  })
})
