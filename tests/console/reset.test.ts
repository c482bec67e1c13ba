import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import { signIn, widths } from './support/browser.ts'
import { runUntilSeen, stopClock } from './support/clock.ts'
import { servesHumanCheck } from './support/human-check.ts'
import { untilSettled } from './support/settled.ts'
import { giveRootAnotherWayIn, type Site, startSite } from './support/site.ts'

let site: Site
let mail: SmtpSink
beforeAll(async () => {
  site = await startSite()
  mail = await startSmtpSink()
  for (const [key, value] of Object.entries({
    ServerAddress: site.url,
    SMTPServer: '127.0.0.1',
    SMTPPort: String(mail.port),
    SMTPAccount: 'mailer',
    SMTPFrom: 'gateway@example.com',
    SMTPToken: 'postage',
  }))
    await site.admin.setOption(key, value)
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

/**
 * Creates an account with an email address. It is written to the database without the confirmation email, because an
 * address gets only one email in 30 seconds.
 */
const member = async (username: string): Promise<string> => {
  const email = `${username}@example.com`
  const account = { username, password: adminPassword }
  const { id } = await site.admin.call<{ id: number }>('POST', '/api/user/', account)
  const database = new DatabaseSync(join(site.dataDir, 'tollgate.db'))
  database.exec('PRAGMA busy_timeout = 20000')
  database.prepare('UPDATE users SET email = ?, email_key = ? WHERE id = ?').run(email, email, id)
  database.close()
  return email
}
/** Returns the link in the newest email. */
const newestLink = (): string => /^http\S+$/m.exec(mail.mails.at(-1)?.text ?? '')?.[0] ?? ''
const mailedLink = async (email: string): Promise<string> => {
  expect((await fetch(`${site.url}/api/reset_password?email=${email}`)).status).toBe(200)
  return newestLink()
}
const callsOf = (page: Page): Request[] => {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (/\/api\/(reset_password|user\/reset)/.test(request.url())) calls.push(request)
  })
  return calls
}
const newPassword = (page: Page) => page.getByRole('region', { name: 'New password' })
const getNew = (page: Page) => page.getByRole('button', { name: 'Get a new password' })

it('A-RESET-01 A-RESET-02 A-RESET-04 A-RESET-05 who has forgotten the password has a link mailed, and may ask again after 30 seconds', async () => {
  await member('alice')
  const { page, complaints, leave } = await site.visit()
  const calls = callsOf(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Reset password' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/reset')
  expect(await page.locator('[data-human-check]').count()).toBe(0)
  const send = page.getByRole('button', { name: 'Send link' })
  const address = page.getByLabel('Email')
  const field = page.locator('[data-field]', { has: address })
  await send.click()
  await field.getByRole('alert').getByText('Please enter your email address').waitFor()
  expect(calls).toEqual([])
  await address.fill('no address')
  await send.click()
  await field.getByRole('alert').getByText('this is not a valid email address').waitFor()
  expect(await address.inputValue()).toBe('no address')

  await address.fill('Alice@Example.com')
  await stopClock(page)
  await send.dblclick()
  const countdown = page.getByRole('button', { name: /^Retry in/ })
  await runUntilSeen(page, countdown)
  expect([await countdown.textContent(), await countdown.isDisabled()]).toEqual(['Retry in 30 s', true])
  await page.getByRole('status').getByText('An email is on its way to Alice@Example.com').waitFor()
  expect([calls.length, mail.mails.length]).toEqual([2, 1])
  const link = new URL(newestLink())
  expect([link.origin, link.pathname, [...link.searchParams.keys()]]).toEqual([
    site.url,
    '/user/reset',
    ['email', 'token'],
  ])
  for (let left = 29; left > 0; left -= 1) {
    await page.clock.runFor(1000)
    await page.getByRole('button', { name: `Retry in ${left} s` }).waitFor()
  }
  await page.clock.runFor(1000)
  await send.waitFor()
  expect([await send.isEnabled(), await address.inputValue()]).toEqual([true, 'Alice@Example.com'])
  expect(complaints).toEqual([])
  await leave()
})

it('A-RESET-06 A-RESET-07 A-RESET-08 the link gives a new password once, shown and copied; it signs in, the old one does not', async () => {
  const email = await member('bob')
  const link = await mailedLink(email)
  const { page, context, complaints, leave } = await site.visit({ width: widths.phone })
  const calls = callsOf(page)
  await page.goto(link)
  const other = await context.newPage()
  await other.goto(link)
  await getNew(other).waitFor()
  await page.getByText(`The account of ${email} will get a new password`).waitFor()
  // Opening the link does not use it up, because mail scanners open links.
  await page.reload()
  await getNew(page).waitFor()
  expect(calls).toEqual([])
  await getNew(page).dblclick()
  await page.getByRole('heading', { name: 'Your password has been reset' }).waitFor()
  const password = (await newPassword(page).textContent()) ?? ''
  expect(password).toMatch(/^[A-Za-z2-9]{12}$/)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)
  await page.getByRole('status').getByText('It has also been copied to the clipboard').waitFor()
  expect(calls.map((call) => call.postDataJSON() as unknown)).toEqual([
    { email, token: new URL(link).searchParams.get('token') },
  ])

  await getNew(other).click()
  await other.getByRole('alert').getByText('this link has been used').waitFor()
  await other.getByRole('link', { name: 'Request another link' }).click()
  await other.getByRole('heading', { name: 'Reset password' }).waitFor()

  await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Username or email').fill('bob')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('wrong username or password').waitFor()
  await signIn(page, email, password)
  expect(complaints).toEqual([])
  await leave()
})

it('who is signed in keeps the new password on the screen while the session ends, and is told when it cannot be copied', async () => {
  const email = await member('cora')
  const { page, leave } = await site.visit()
  const storedUser = () => page.evaluate(() => localStorage.getItem('user'))
  await signIn(page, 'cora', adminPassword)
  const link = await mailedLink(email)
  await stopClock(page)
  await page.goto(link)
  await runUntilSeen(page, getNew(page))
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  // The repeated poll for unread messages learns that the session has ended before the new password arrives.
  await page.route('**/api/user/reset', async (route) => {
    const answer = await route.fetch()
    const refused = page.waitForResponse((response) => response.status() === 401)
    await page.clock.runFor(60_000)
    await refused
    await expect.poll(storedUser).toBeNull()
    await route.fulfill({ response: answer })
  })
  await getNew(page).click()
  await runUntilSeen(page, newPassword(page))
  await page.getByRole('status').getByText('Cannot copy to clipboard').waitFor()
  expect(await newPassword(page).textContent()).toMatch(/^[A-Za-z2-9]{12}$/)
  expect(new URL(page.url()).pathname).toBe('/user/reset')
  expect(await storedUser()).toBeNull()
  await page.clock.resume()
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Username or email').waitFor()
  await leave()
})

it('A-RESET-01 A-RESET-03 the form waits for the human check, sends its token and asks for another', async () => {
  await site.admin.setOption('TurnstileSiteKey', 'site-key')
  await site.admin.setOption('TurnstileSecretKey', 'secret-key')
  await site.admin.setOption('TurnstileCheckEnabled', 'true')
  const { page, leave } = await site.visit()
  await servesHumanCheck(page)
  await page.route('**/api/reset_password?**', (route) =>
    route.fulfill({ status: 403, json: { success: false, message: 'refused', code: 'turnstile_failed' } }),
  )
  const calls = callsOf(page)
  await page.goto('/reset')
  await page.getByText('site-key 1').waitFor()
  await page.getByLabel('Email').fill('dora@example.com')
  const send = page.getByRole('button', { name: 'Send link' })
  await send.click()
  await page.getByRole('alert').getByText('Wait a few seconds, the human check is running').waitFor()
  expect(calls).toEqual([])
  await page.evaluate(() => (window as unknown as { passTheCheck(): void }).passTheCheck())
  await send.click()
  await page.getByRole('alert').getByText('refused').waitFor()
  expect(new URL(calls[0]?.url() ?? '').searchParams.get('turnstile')).toBe('token-1')
  await page.getByText('site-key 2').waitFor()
  await leave()
  await site.admin.setOption('TurnstileCheckEnabled', 'false')
})

it('a link with something missing says so; where nobody signs in by password nothing leads to a new one', async () => {
  const { page, leave } = await site.visit()
  for (const query of ['', '?email=a%40example.com', '?token=abc']) {
    await page.goto(`/user/reset${query}`)
    await page.getByText('This link is incomplete').waitFor()
    expect(await getNew(page).count()).toBe(0)
  }
  await page.getByRole('link', { name: 'Request another link' }).click()
  await page.getByLabel('Email').waitFor()
  await giveRootAnotherWayIn(site)
  await site.admin.setOption('PasswordLoginEnabled', 'false')
  await page.reload()
  await page.getByText('a new password would not let you in').waitFor()
  await page.goto('/login')
  await page.getByText('The administrator has turned off password login.').waitFor()
  expect(await page.getByRole('link', { name: 'Forgot your password?' }).count()).toBe(0)
  await site.admin.setOption('PasswordLoginEnabled', 'true')
  await leave()
})

it('console 20: a site that cannot mail a link offers none, and no page names an option to visitors', async () => {
  const { page, leave } = await site.visit()
  const offer = page.getByRole('link', { name: 'Forgot your password?' })
  for (const [option, kept] of [
    ['ServerAddress', site.url],
    ['SMTPServer', '127.0.0.1'],
  ] as const) {
    await site.admin.setOption(option, '')
    await page.goto('/login')
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    await untilSettled(page)
    expect(await offer.count()).toBe(0)
    await page.goto('/reset')
    await page.getByText('This site cannot send email').waitFor()
    expect(await page.locator('main input, main button').count()).toBe(0)
    const answer = await fetch(`${site.url}/api/reset_password?email=nobody@example.com`)
    expect(await answer.text()).not.toMatch(/ServerAddress|SMTP/)
    await site.admin.setOption(option, kept)
    await page.goto('/login')
    await offer.waitFor()
  }
  await leave()
})
