import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import { widths } from './support/browser.ts'
import { runUntilSeen, stopClock } from './support/clock.ts'
import { servesHumanCheck } from './support/human-check.ts'
import { giveRootAnotherWayIn, type Site, startSite } from './support/site.ts'

let site: Site
let mail: SmtpSink
beforeAll(async () => {
  site = await startSite()
  mail = await startSmtpSink()
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

const fill = async (page: Page, username: string, password: string, confirm = password) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(confirm)
}
const submit = (page: Page) => page.locator('form').getByRole('button', { name: 'Sign up' }).click()

const callsOf = (page: Page): Request[] => {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (/\/api\/(user\/register|verification)/.test(request.url())) calls.push(request)
  })
  return calls
}

describe('signing up', () => {
  it('console 20 A-STORE-03 A-REG-02 A-REG-17: signing up signs in; an invitation outlives the way to the sign-in page and back, is sent once and then forgotten', async () => {
    const { page, complaints, leave } = await site.visit()
    const calls = callsOf(page)
    await page.goto('/register?aff=AB12')
    await page.getByRole('heading', { name: 'Sign up for Tollgate' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('aff'))).toBe('AB12')
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.waitForURL('**/register')
    await fill(page, 'invited', 'battery-staple')
    await submit(page)
    await page.getByText('Registration successful').waitFor()
    await page.waitForURL('**/app/tokens')
    await page.getByText('No tokens yet').waitFor()
    expect(calls[0]?.postDataJSON()).toEqual({
      username: 'invited',
      password: 'battery-staple',
      password2: 'battery-staple',
      aff_code: 'AB12',
    })
    expect(await page.evaluate(() => localStorage.getItem('aff'))).toBeNull()
    // The session is still valid after a reload and belongs to the new account.
    await page.reload()
    await page.getByRole('heading', { name: 'API tokens' }).waitFor()
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').username)).toBe(
      'invited',
    )
    expect(complaints).toEqual([])
    await leave()
  })

  it('console 20: whoever was sent to sign up goes on where they came from', async () => {
    const { page, leave } = await site.visit()
    await page.goto('/register?returnTo=%2Fapp%2Fwallet')
    await fill(page, 'returning', 'battery-staple')
    await submit(page)
    await page.waitForURL('**/app/wallet')
    await page.getByRole('heading', { name: 'Wallet' }).waitFor()
    await leave()
  })

  it('console 20: where no password signs in, a new account leads to the page of signing in', async () => {
    await giveRootAnotherWayIn(site)
    await site.admin.setOption('PasswordLoginEnabled', 'false')
    const { page, context, leave } = await site.visit()
    await page.goto('/register')
    await fill(page, 'keyless', 'battery-staple')
    await submit(page)
    await page.waitForURL('**/login')
    await page.getByText('The administrator has turned off password login.').waitFor()
    expect((await context.cookies()).filter(({ name }) => name === 'session')).toEqual([])
    await leave()
    await site.admin.setOption('PasswordLoginEnabled', 'true')
  })

  it('A-REG-05 A-REG-06 A-REG-07 A-REG-09 what the form knows to be wrong is said beside the field, and nothing is sent', async () => {
    const { page, leave } = await site.visit()
    const calls = callsOf(page)
    await page.goto('/register')
    const password = page.getByLabel('Password', { exact: true })
    await submit(page)
    await page.getByText('Please enter a username').waitFor()
    await page.getByText('Please enter a password').waitFor()
    await fill(page, 'carol', '7 chars')
    await page.getByText('Password must be at least 8 characters').waitFor()
    await submit(page)
    await fill(page, 'carol', 'battery-staple', 'battery-stable')
    await submit(page)
    await page.getByText('The two passwords differ').waitFor()
    expect(calls).toEqual([])
    // Only the daemon rejects a password that is too long, and the error appears at the field.
    await fill(page, 'carol', 'c'.repeat(21))
    await submit(page)
    const field = page.locator('[data-field]', { has: password })
    await field.getByRole('alert').getByText('the password must be 8 to 20 characters long').waitFor()
    expect([calls.length, await password.inputValue()]).toEqual([1, 'c'.repeat(21)])
    await leave()
  })

  it.each([
    ['en', 'Password', '8 to 20 characters'],
    ['zh', '密码', '8 到 20 个字符'],
  ])('A-REG-08 in %s the password field says how long a password is', async (locale, label, placeholder) => {
    const { page, leave } = await site.visit({ locale })
    await page.goto('/register')
    const field = page.getByLabel(label, { exact: true })
    expect(await field.getAttribute('placeholder')).toBe(placeholder)
    await leave()
  })

  it('a name that is taken is said at the name, which stays as typed', async () => {
    const { page, leave } = await site.visit({ width: widths.phone })
    await page.goto('/register')
    await fill(page, 'root', 'battery-staple')
    await submit(page)
    const field = page.locator('[data-field]', { has: page.getByLabel('Username') })
    await field.getByRole('alert').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('root')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await leave()
  })

  it('A-REG-10 the form waits for the human check, sends its token and asks for another after a refusal', async () => {
    await site.admin.setOption('TurnstileSiteKey', 'site-key')
    await site.admin.setOption('TurnstileSecretKey', 'secret-key')
    await site.admin.setOption('TurnstileCheckEnabled', 'true')
    const { page, leave } = await site.visit()
    await servesHumanCheck(page)
    await page.route('**/api/user/register?**', (route) =>
      route.fulfill({ status: 403, json: { success: false, message: 'refused', code: 'turnstile_failed' } }),
    )
    const calls = callsOf(page)
    await page.goto('/register')
    await page.getByText('site-key 1').waitFor()
    await fill(page, 'dora', 'battery-staple')
    await submit(page)
    await page.getByText('Wait a few seconds and retry, Turnstile is checking the environment').waitFor()
    expect(calls).toEqual([])
    await page.evaluate(() => (window as unknown as { passTheCheck(): void }).passTheCheck())
    await submit(page)
    await page.getByText('refused').waitFor()
    expect(new URL(calls[0]?.url() ?? '').searchParams.get('turnstile')).toBe('token-1')
    await page.getByText('site-key 2').waitFor()
    await site.admin.setOption('TurnstileCheckEnabled', 'false')
    await leave()
  })
})

it('A-REG-16 A-AFF-03 who signs up by the link of a user makes both richer by what the options say', async () => {
  const gifts = { QuotaForNewUser: '1000', QuotaForInviter: '200', QuotaForInvitee: '300' }
  for (const [key, value] of Object.entries(gifts)) await site.admin.setOption(key, value)
  const before = await site.admin.call<{ id: number; quota: number }>('GET', '/api/user/self')
  const code = await site.admin.call<string>('GET', '/api/user/aff')
  const { page, leave } = await site.visit()
  await page.goto(`/register?aff=${code}`)
  await fill(page, 'by-link', 'battery-staple')
  await submit(page)
  await page.getByText('Registration successful').waitFor()
  const found = await site.admin.call<{ items: object[] }>('GET', '/api/user/search?keyword=by-link')
  expect(found.items).toMatchObject([{ inviter_id: before.id, quota: 1300 }])
  expect(await site.admin.call('GET', '/api/user/self')).toMatchObject({
    quota: before.quota,
    aff_count: 1,
    aff_quota: 200,
    aff_history_quota: 200,
  })
  await leave()
})

describe('proving an address', () => {
  it('A-REG-03 A-REG-11 A-REG-12 a code comes by mail, may be asked for again after 30 seconds, and makes the account', async () => {
    const settings = {
      SMTPServer: '127.0.0.1',
      SMTPPort: String(mail.port),
      SMTPAccount: 'mailer',
      SMTPFrom: 'gateway@example.com',
      SMTPToken: 'postage',
      EmailVerificationEnabled: 'true',
    }
    for (const [key, value] of Object.entries(settings)) await site.admin.setOption(key, value)
    const { page, leave } = await site.visit()
    const calls = callsOf(page)
    await page.goto('/register')
    await fill(page, 'erin', 'battery-staple')
    const send = page.getByRole('button', { name: 'Send code' })
    await send.click()
    await page.getByText('Please enter your email address').waitFor()
    expect(calls).toEqual([])
    await page.getByLabel('Email').fill('erin@example.com')
    await stopClock(page)
    await send.click()
    const countdown = page.getByRole('button', { name: /^Resend in/ })
    await runUntilSeen(page, countdown)
    expect([await countdown.textContent(), await countdown.isDisabled()]).toEqual(['Resend in 30 s', true])
    for (let left = 29; left > 0; left -= 1) {
      await page.clock.runFor(1000)
      await page.getByRole('button', { name: `Resend in ${left} s` }).waitFor()
    }
    await page.clock.runFor(1000)
    await send.waitFor()
    expect(await send.isEnabled()).toBe(true)
    await page.clock.resume()

    await page.getByLabel('Verification code').fill('000000')
    await submit(page)
    const field = page.locator('[data-field]', { has: page.getByLabel('Verification code') })
    await field.getByRole('alert').waitFor()
    const code = /\b[0-9A-Z]{6}\b/.exec(mail.mails.at(-1)?.text ?? '')?.[0] ?? ''
    await page.getByLabel('Verification code').fill(code)
    await submit(page)
    await page.getByText('Registration successful').waitFor()
    await leave()
    await site.admin.setOption('EmailVerificationEnabled', 'false')
  })

  it('A-REG-01 A-REG-03 without it there are name, password, its repetition and a button: no field for an address, none for a code', async () => {
    const { page, leave } = await site.visit()
    await page.goto('/register')
    await page.getByLabel('Username').waitFor()
    expect(new URL(page.url()).pathname).toBe('/register')
    expect(
      await page.locator('form input').evaluateAll((all) => all.map((each) => each.getAttribute('type'))),
    ).toEqual(['text', 'password', 'password'])
    expect(await page.locator('form').getByRole('button', { name: 'Sign up' }).isEnabled()).toBe(true)
    expect(await page.getByLabel('Email').count()).toBe(0)
    expect(await page.getByLabel('Verification code').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Send code' }).count()).toBe(0)
    await leave()
  })
})

it('where registration is closed the page says so, and nothing leads to it', async () => {
  await site.admin.setOption('RegisterEnabled', 'false')
  const closed = await site.visit()
  await closed.page.goto('/register')
  await closed.page.getByText('The administrator has turned off sign-up.').waitFor()
  await closed.page.goto('/login')
  await closed.page.getByLabel('Username or email').waitFor()
  expect(await closed.page.getByRole('link', { name: /Sign up|Create an account/ }).count()).toBe(0)
  await closed.leave()
  await site.admin.setOption('RegisterEnabled', 'true')

  const open = await site.visit()
  await open.page.goto('/')
  await open.page.getByRole('link', { name: 'Sign up' }).waitFor()
  await site.admin.setOption('SelfUseModeEnabled', 'true')
  await open.page.reload()
  await open.page.getByText('Self-use mode').waitFor()
  expect(await open.page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
  await open.page.goto('/register')
  await open.page.getByText('The administrator has turned off sign-up.').waitFor()
  await open.leave()
  await site.admin.setOption('SelfUseModeEnabled', 'false')
})
