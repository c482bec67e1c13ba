import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultBudgets } from '../../../src/daemon/http/request-limits.ts'
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts'
import { testPassword } from '../../support/test-services.ts'
import { giveRootAnotherWayIn } from '../../support/way-in-for-root.ts'
import { type Site, startSite } from './site.ts'
import { expectBoth, inside, ofApi, ofRelay } from './told.ts'

let site: Site
let sink: SmtpSink
beforeAll(async () => {
  site = await startSite()
  sink = await startSmtpSink()
})
afterAll(async () => {
  await site.close()
  await sink.close()
})
// Each row starts with fresh rate limits.
beforeEach(() => site.api.clock.advance(60 * 60_000))

const register = (body: Readonly<Record<string, unknown>> = {}) =>
  ofApi(site.api.anonymous, 'POST', '/api/user/register', {
    username: 'newcomer',
    password: testPassword,
    password2: testPassword,
    ...body,
  })
const signIn = (username: string) =>
  ofApi(site.api.anonymous, 'POST', '/api/user/login', { username, password: testPassword })
const redeem = (key: string) => ofApi(site.user, 'POST', '/api/user/topup', { key })

it.each([
  [
    'PasswordLoginEnabled',
    'password_login_disabled',
    () => signIn('a-user'),
    'the administrator has turned off password login',
    '管理员已关闭密码登录',
  ],
  [
    'RegisterEnabled',
    'registration_disabled',
    register,
    'the administrator has closed registration',
    '管理员已关闭新用户注册',
  ],
  [
    'PasswordRegisterEnabled',
    'password_registration_disabled',
    register,
    'the administrator has closed registration with a password; sign up through a provider instead',
    '管理员已关闭密码注册，请使用第三方账户注册',
  ],
] as const)('C-ERR-04 A-ERR-23 %s off: %s', async (option, code, said, en, zh) => {
  await giveRootAnotherWayIn(site.api)
  await site.setOption(option, 'false')
  await expectBoth(said(), 403, code, en, zh)
  await site.setOption(option, 'true')
})

it('C-ERR-05 A-ERR-23 a banned user is told so at the sign-in and by the relay', async () => {
  const victim = await site.api.createUser('to-be-banned')
  await site.credit(victim, 1_000_000)
  const key = await site.addToken({}, victim)
  await site.root.call('POST', '/api/user/manage', { id: victim.id, action: 'disable' })
  for (const said of [signIn(victim.username), ofRelay(site, key)])
    await expectBoth(
      said,
      403,
      'user_banned',
      'this account has been banned or deactivated',
      '该账户已被封禁或注销',
    )
})

it('C-ERR-06 A-ERR-23 a verification code that is wrong, and one that has expired', async () => {
  for (const [key, value] of [
    ['SMTPServer', '127.0.0.1'],
    ['SMTPPort', String(sink.port)],
    ['SMTPAccount', 'mailer'],
    ['SMTPFrom', 'gateway@example.com'],
    ['SMTPToken', 'postage'],
    ['EmailVerificationEnabled', 'true'],
  ] as const)
    await site.setOption(key, value)
  const email = 'someone@example.com'
  const isRefused = (code: string) =>
    expectBoth(
      register({ email, verification_code: code }),
      400,
      'verification_code_invalid',
      'the verification code is wrong or has expired; request a new one',
      '验证码错误或已过期，请重新获取',
    )
  await isRefused('000000')
  await site.api.anonymous.request('GET', `/api/verification?email=${encodeURIComponent(email)}`)
  const sent = /\b[0-9A-Z]{6}\b/.exec(sink.mails.at(-1)?.text ?? '')?.[0] ?? ''
  expect(sent).not.toBe('')
  site.api.clock.advance(11 * 60_000)
  await isRefused(sent)
  await site.setOption('EmailVerificationEnabled', 'false')
})

it('C-ERR-07 A-ERR-23 a redemption code that is unknown, used or missing', async () => {
  const [used = ''] = await site.root.call<string[]>('POST', '/api/redemption/', {
    name: 'once',
    quota: 1000,
    count: 1,
  })
  await site.user.call('POST', '/api/user/topup', { key: used })
  await expectBoth(
    redeem('no-such-code'),
    400,
    'redeem_invalid',
    'this redemption code is not valid',
    '无效的兑换码',
  )
  await expectBoth(redeem(used), 400, 'redeem_used', 'this redemption code has been used', '该兑换码已被使用')
  await expectBoth(redeem(' '), 400, 'redeem_code_required', 'please enter the code', '请输入兑换码')
})

it('C-ERR-11 A-ERR-23 somebody without the right is told which role it takes, or whose account they may not touch', async () => {
  await expectBoth(
    ofApi(site.user, 'GET', '/api/user/'),
    403,
    'insufficient_role',
    'you do not have permission: this requires role 10 or higher',
    '您没有权限：需要角色 10 或更高',
  )
  await expectBoth(
    ofApi(site.admin, 'POST', '/api/user/manage', { id: site.user.id, action: 'promote' }),
    403,
    'user_promote_forbidden',
    /promote/,
    /提升|管理员/,
  )
  await expectBoth(
    ofApi(site.admin, 'GET', `/api/user/${site.root.id}`),
    403,
    'user_level',
    /at your own level or above/,
    '您无权查看、修改或删除同级或更高等级的用户',
  )
})

it('C-ERR-12 too many requests, with the seconds to wait', async () => {
  const ask = (language: string) =>
    site.api.app.inject({
      url: '/api/notice',
      remoteAddress: '198.51.100.7',
      headers: { 'accept-language': language },
    })
  for (let asked = 0; asked < defaultBudgets.address.count; asked += 1) await ask('en')
  for (const [language, message] of [
    ['en', 'too many requests, try again later'],
    ['zh', '请求次数过多，请稍后再试'],
  ] as const) {
    const refused = await ask(language)
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { success: false, code: 'too_many_requests', message },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
})

it('C-ERR-14 a session that has expired', async () => {
  const caller = await site.api.signIn(site.user.username, testPassword)
  await caller.call('GET', '/api/user/logout')
  for (const who of [caller, site.api.anonymous])
    await expectBoth(
      ofApi(who, 'GET', '/api/user/self'),
      401,
      'not_signed_in',
      'not logged in or login expired, please log in again',
      '未登录或登录已过期，请重新登录',
    )
})

it('C-ERR-13 what nobody foresaw names its request and nothing of what is inside', async () => {
  const { knex } = site.api.services
  await knex.schema.renameTable('messages', 'messages_away')
  for (const [language, text] of [
    ['en', 'internal server error, contact the admin'],
    ['zh', '服务器内部错误，请联系管理员'],
  ] as const) {
    const answer = await site.root.request('GET', '/api/admin/messages', undefined, {
      'accept-language': language,
    })
    const id = String(answer.headers['x-request-id'])
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        success: false,
        code: 'internal',
        message: expect.stringMatching(new RegExp(`^${text}.*${id}`)),
        request_id: id,
      },
    ])
    expect(answer.text).not.toMatch(inside)
  }
  await knex.schema.renameTable('messages_away', 'messages')
})
