import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Authenticator, setUpAuthenticator } from '../../../support/authenticator.ts'
import {
  type Answer,
  type Caller,
  startTestApi,
  type TestApi,
  testPassword,
} from '../../../support/test-services.ts'

const MINUTE_MS = 60_000

let api: TestApi
let caller: Caller
let app: Authenticator
let count = 0

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  count += 1
  // All tests sign in from one address, which is rate-limited.
  api.clock.advance(21 * MINUTE_MS)
  await api.root.proveAgain()
  caller = await api.createUser(`user${count}`)
  app = await setUpAuthenticator(caller, api.clock)
})

const firstStep = () =>
  api.anonymous.request<{ second_factor: { ticket: string; methods: string[]; expires_time: number } }>(
    'POST',
    '/api/user/login',
    { username: caller.username, password: testPassword },
  )
const newTicket = async (): Promise<string> => (await firstStep()).body.data.second_factor.ticket
const secondStep = (body: object): Promise<Answer> =>
  api.anonymous.request('POST', '/api/user/login/second_factor', body)
const outcome = ({ status, body }: Answer) => [status, body.code]
const sessions = () => api.services.knex('sessions').where({ user_id: caller.id }).pluck('id_hash')

describe('POST /api/user/login of an account with a second factor', () => {
  it('200 answers a ticket for five minutes and opens no session', async () => {
    const before = await sessions()
    const answer = await firstStep()
    expect(answer.status).toBe(200)
    const { ticket, methods, expires_time } = answer.body.data.second_factor
    expect(Object.keys(answer.body.data)).toEqual(['second_factor'])
    expect(ticket).toMatch(/^[\w-]{43}$/)
    expect(methods).toEqual(['totp', 'recovery_code'])
    expect(Math.abs(expires_time * 1000 - api.clock.now() - 5 * MINUTE_MS)).toBeLessThan(2_000)
    expect(String(answer.headers['set-cookie'])).not.toContain('session=')
    expect(await sessions()).toEqual(before)
  })

  it('200 stores the hash of the ticket and not the ticket', async () => {
    const ticket = await newTicket()
    expect(JSON.stringify(await api.services.knex('sign_in_tickets'))).not.toContain(ticket)
  })

  it('403 says nothing of the second factor to somebody with a wrong password', async () => {
    const answer = await api.anonymous.request('POST', '/api/user/login', {
      username: caller.username,
      password: 'wrong-password',
    })
    expect(outcome(answer)).toEqual([403, 'login_failed'])
  })
})

describe('POST /api/user/login/second_factor', () => {
  it('200 opens the session for a code of the app, and answers the account', async () => {
    const answer = await secondStep({ ticket: await newTicket(), code: app.nextCode() })
    expect([answer.status, answer.body.data.id]).toEqual([200, caller.id])
    const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    const self = await api.anonymous.request('GET', '/api/user/self', undefined, {
      cookie,
      'tollgate-user': String(caller.id),
    })
    expect(self.body.data.id).toBe(caller.id)
  })

  it('200 takes a code of the step before and of the step after', async () => {
    api.clock.advance(10 * MINUTE_MS)
    expect((await secondStep({ ticket: await newTicket(), code: app.codeAt(-1) })).status).toBe(200)
    expect((await secondStep({ ticket: await newTicket(), code: app.codeAt(1) })).status).toBe(200)
  })

  it('403 refuses a code that is two steps away', async () => {
    api.clock.advance(10 * MINUTE_MS)
    const ticket = await newTicket()
    for (const steps of [-2, 2])
      expect(outcome(await secondStep({ ticket, code: app.codeAt(steps) }))).toEqual([
        403,
        'second_factor_wrong',
      ])
  })

  it('403 accepts no code a second time, and none of an earlier step', async () => {
    const earlier = app.codeAt(0)
    const code = app.nextCode()
    expect((await secondStep({ ticket: await newTicket(), code })).status).toBe(200)
    for (const used of [code, earlier])
      expect(outcome(await secondStep({ ticket: await newTicket(), code: used }))).toEqual([
        403,
        'second_factor_wrong',
      ])
  })

  it('200 takes a recovery code in any case, once', async () => {
    const [recovery_code = ''] = app.recoveryCodes
    const typed = recovery_code.toLowerCase().replaceAll('-', ' ')
    expect((await secondStep({ ticket: await newTicket(), recovery_code: typed })).status).toBe(200)
    const again = await secondStep({ ticket: await newTicket(), recovery_code })
    expect(outcome(again)).toEqual([403, 'second_factor_wrong'])
    const state = await caller.call('GET', '/api/user/second_factor')
    expect(state).toMatchObject({ recovery_codes: 9 })
    const [event] = await api.services.knex('audit_events').where({ action: 'recovery-code.use' }).limit(1)
    expect(event).toMatchObject({ target_kind: 'user' })
  })

  it('403 takes no recovery code of another account', async () => {
    const other = await api.createUser(`other${count}`)
    const theirs = await setUpAuthenticator(other, api.clock)
    const answer = await secondStep({ ticket: await newTicket(), recovery_code: theirs.recoveryCodes[0] })
    expect(outcome(answer)).toEqual([403, 'second_factor_wrong'])
  })

  it('403 ends a ticket after five wrong codes, however many come at once', async () => {
    const ticket = await newTicket()
    const wrong = app.codeAt(40)
    const answers = await Promise.all(Array.from({ length: 12 }, () => secondStep({ ticket, code: wrong })))
    const codes = answers.map(({ body }) => body.code).sort()
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 'second_factor_wrong'),
      ...Array.from({ length: 7 }, () => 'sign_in_expired'),
    ])
    expect(outcome(await secondStep({ ticket, code: app.nextCode() }))).toEqual([403, 'sign_in_expired'])
  })

  it('403 refuses a ticket after five minutes, and one that nobody was given', async () => {
    const ticket = await newTicket()
    api.clock.advance(5 * MINUTE_MS)
    expect(outcome(await secondStep({ ticket, code: app.nextCode() }))).toEqual([403, 'sign_in_expired'])
    const made = await secondStep({ ticket: 'x'.repeat(43), code: app.nextCode() })
    expect(outcome(made)).toEqual([403, 'sign_in_expired'])
  })

  it('opens one session with one ticket, and takes only one of two right factors', async () => {
    const ticket = await newTicket()
    const before = await sessions()
    const answers = await Promise.all([
      secondStep({ ticket, recovery_code: app.recoveryCodes[0] }),
      secondStep({ ticket, recovery_code: app.recoveryCodes[1] }),
      secondStep({ ticket, code: app.nextCode() }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    expect((await sessions()).length).toBe(before.length + 1)
    const { recovery_codes } = await caller.call<{ recovery_codes: number }>('GET', '/api/user/second_factor')
    expect(recovery_codes).toBeGreaterThanOrEqual(9)
  })

  it('lets one of two tickets pass that use the same code at the same time', async () => {
    const code = app.nextCode()
    const tickets = [await newTicket(), await newTicket(), await newTicket()]
    const answers = await Promise.all(tickets.map((ticket) => secondStep({ ticket, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  it('lets one of two tickets pass that use the same recovery code at the same time', async () => {
    const tickets = [await newTicket(), await newTicket(), await newTicket()]
    const answers = await Promise.all(
      tickets.map((ticket) => secondStep({ ticket, recovery_code: app.recoveryCodes[0] })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  it('403 refuses a ticket whose account was banned or got a new password since', async () => {
    const banned = await newTicket()
    await api.root.call('POST', '/api/user/manage', { id: caller.id, action: 'disable' })
    expect((await secondStep({ ticket: banned, code: app.nextCode() })).status).toBe(403)
    await api.root.call('POST', '/api/user/manage', { id: caller.id, action: 'enable' })
    const former = await newTicket()
    await api.root.call('PUT', '/api/user/', { id: caller.id, password: 'another-horse' })
    expect(outcome(await secondStep({ ticket: former, code: app.nextCode() }))).toEqual([
      403,
      'sign_in_expired',
    ])
  })

  it('400 asks for a code, and counts no attempt', async () => {
    const ticket = await newTicket()
    for (let tried = 0; tried < 6; tried += 1)
      expect(outcome(await secondStep({ ticket }))).toEqual([400, 'second_factor_missing'])
    expect((await secondStep({ ticket, code: app.nextCode() })).status).toBe(200)
  })
})
