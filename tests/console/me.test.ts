import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import { runUntilSeen, stopClock } from './support/clock.ts'
import { hueBehind, orange, yellow } from './support/hue.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'
import { told } from './support/toasts.ts'

const password = 'correct-horse'
const models = Array.from({ length: 12 }, (_, index) => `model-${String(index).padStart(2, '0')}`)

let site: Site
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startSite()
  const mail = { SMTPServer: '127.0.0.1', SMTPPort: String(sink.port), SMTPFrom: 'gate@corp.example' }
  const account = { SMTPAccount: 'mailer', SMTPToken: 'postage' }
  for (const [key, value] of Object.entries({ ...mail, ...account })) await site.admin.setOption(key, value)
  await site.admin.createChannel({
    name: 'up',
    key: 'upstream-key',
    base_url: 'http://127.0.0.1:9',
    models: models.join(','),
  })
})
afterAll(async () => {
  await site?.close()
  await sink?.close()
})

/** Creates an account and opens its page as the signed-in user. */
const visitAs = async (username: string, { path = '/app/me', role = 1 } = {}) => {
  const { id } = await site.admin.call<{ id: number }>('POST', '/api/user/', { username, password })
  if (role === 10) await site.admin.call('POST', '/api/user/manage', { id, action: 'promote' })
  const visitor = await site.visitAs(username, password)
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { name: 'Personal settings', level: 1 }).waitFor()
  await visitor.page.getByRole('button', { name: 'Change password' }).waitFor()
  const self = () => site.admin.call<Record<string, unknown>>('GET', `/api/user/${id}`)
  return { ...visitor, id, self }
}
const callsTo = (page: Page, path: string): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request.method())
  })
  return calls
}
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

it('A-ME-01 A-ME-02 A-ME-03 A-ME-04 A-STORE-06 the account card shows what the account is and has; ten models, all of them after a click that is remembered; a click copies one', async () => {
  const { page, leave, complaints, id } = await visitAs('carduser', { role: 10 })
  await site.admin.call('POST', '/api/user/credit', { id, delta: '250000' })
  await page.reload()
  const card = page.getByRole('region', { name: 'Account' })
  for (const text of ['carduser', 'Admin', '$0.50', String(id), 'default'])
    await card.getByText(text, { exact: true }).first().waitFor()
  const model = page.getByRole('button', { name: /^model-/ })
  await expect.poll(() => model.count()).toBe(10)
  await page.getByRole('button', { name: 'Show 2 more' }).click()
  await expect.poll(() => model.count()).toBe(12)
  expect(await page.evaluate(() => localStorage.getItem('modelsExpanded'))).toBe('true')
  await page.getByRole('button', { name: 'model-11' }).click()
  await told(page, 'model-11')
  expect(await clipboard(page)).toBe('model-11')
  await page.reload()
  await expect.poll(() => model.count()).toBe(12)
  await page.getByRole('button', { name: 'Show fewer' }).click()
  await expect.poll(() => model.count()).toBe(10)
  expect(complaints).toEqual([])
  await leave()
})

it.each([
  ['an ordinary user', 1, 'Normal user', undefined],
  ['an administrator', 10, 'Admin', yellow],
  ['the super administrator', 100, 'Super admin', orange],
] as const)(
  'A-ME-01 A-ME-02 the account card of %s shows the role and what was spent',
  async (_name, role, word, hue) => {
    const username = `role-${role}`
    const { id } =
      role === 100
        ? await site.admin.call<{ id: number }>('GET', '/api/user/self')
        : await site.admin.call<{ id: number }>('POST', '/api/user/', { username, password })
    if (role === 10) await site.admin.call('POST', '/api/user/manage', { id, action: 'promote' })
    const { page, leave } = await (role === 100 ? site.visitSignedIn() : site.visitAs(username, password))
    await page.route('**/api/user/self', async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: object }
      await route.fulfill({
        json: { ...answer, data: { ...answer.data, used_quota: 750_000, request_count: 1234 } },
      })
    })
    await page.goto('/app/me')
    const card = page.getByRole('region', { name: 'Account' })
    const tag = card.getByText(word, { exact: true })
    await tag.waitFor()
    if (hue !== undefined) expect(await hueBehind(tag)).toBeCloseTo(hue, -1)
    const fact = (label: string) => card.locator('dl > div').filter({ hasText: label }).locator('dd')
    expect(await fact('Total spent').textContent()).toBe('$1.50')
    expect(await fact('Requests').textContent()).toBe('1,234')
    expect(await fact('User ID').textContent()).toBe(String(id))
    expect(await fact('Group').textContent()).toBe('default')
    await leave()
  },
)

it('A-ME-05 A-ME-06 A-ME-07 A-ERR-16 an address is bound with the code it got; nothing is sent while a field is empty, and no second code for 30 seconds', async () => {
  const { page, leave, self } = await visitAs('mailuser')
  const calls = callsTo(page, '/api/oauth/email/bind')
  const asked = callsTo(page, '/api/verification')
  await page.getByRole('button', { name: 'Bind email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Bind', exact: true }).click()
  await dialog.getByText('Please enter your email address').waitFor()
  await dialog.getByText('Please enter the verification code').waitFor()
  expect([...calls, ...asked]).toEqual([])
  await dialog.getByLabel('Email', { exact: true }).fill('ada@corp.example')
  await stopClock(page)
  const send = dialog.getByRole('button', { name: /^(Send code|Resend in)/ })
  await send.click()
  await runUntilSeen(page, dialog.getByRole('button', { name: /30/ }))
  expect(await send.isDisabled()).toBe(true)
  for (let second = 0; second < 30; second += 1) await page.clock.runFor(1000)
  await expect.poll(() => send.isDisabled()).toBe(false)
  await page.clock.resume()

  const code = /\b\d{6}\b/.exec(sink.mails.at(-1)?.text ?? '')?.[0] ?? ''
  const field = dialog.getByRole('textbox').last()
  await field.fill(code === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: 'Bind', exact: true }).click()
  await dialog.getByText(/verification code is wrong/).waitFor()
  await field.fill(code)
  await dialog.getByRole('button', { name: 'Bind', exact: true }).click()
  await told(page, 'Email bound')
  await page.getByRole('listitem').getByText('ada@corp.example').waitFor()
  expect(await self()).toMatchObject({ email: 'ada@corp.example' })
  await page.getByRole('button', { name: 'Change email' }).waitFor()
  await leave()
})

it('A-ME-09 A-ME-10 A-ME-11 A-ERR-12 A-ERR-15 A-ERR-17 a system token is made and copied, the password is changed, the account is deleted with its name typed', async () => {
  const { page, leave, id, complaints } = await visitAs('endinguser')
  const statusWith = async (token: string) =>
    (
      await fetch(`${site.url}/api/user/self`, {
        headers: { authorization: `Bearer ${token}`, 'tollgate-user': String(id) },
      })
    ).status
  const shown = page.getByLabel('New access token')
  const make = async (but: string) => {
    await page.getByRole('button', { name: 'Generate token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true }).click()
    await expect.poll(async () => (await shown.count()) > 0 && (await shown.inputValue()) !== but).toBe(true)
    return shown.inputValue()
  }
  const first = await make('')
  await told(page, 'Token reset and copied')
  expect(await clipboard(page)).toBe(first)
  const second = await make(first)
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await shown.click()
  await told(page, 'System token copied')
  expect(await clipboard(page)).toBe(second)

  const changes = callsTo(page, '/api/user/self')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password', { exact: true }).fill('battery-staple')
  await dialog.getByLabel('Confirm new password').fill('battery')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByText('The two passwords differ').waitFor()
  expect(changes.filter((method) => method === 'PUT')).toEqual([])
  // Canceling the dialog discards the typed text and its errors.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  const fields = ['Current password', 'New password', 'Confirm new password']
  const typed = fields.map((label) => dialog.getByLabel(label, { exact: true }).inputValue())
  expect(await Promise.all(typed)).toEqual(['', '', ''])
  expect(await dialog.getByText('The two passwords differ').count()).toBe(0)
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password', { exact: true }).fill('battery-staple')
  await dialog.getByLabel('Confirm new password').fill('battery-staple')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await told(page, 'Password changed')
  const login = (word: string) =>
    fetch(`${site.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'endinguser', password: word }),
    })
  expect([(await login(password)).status, (await login('battery-staple')).status]).toEqual([403, 200])

  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete account' }).click()
  const submit = dialog.getByRole('button', { name: 'Delete permanently' })
  await dialog.getByRole('textbox').fill('endingusers')
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('endinguser')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  expect(await dialog.getByRole('textbox').inputValue()).toBe('')
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('endinguser')
  await submit.click()
  await page.waitForURL('**/login')
  await told(page, 'Account deleted')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  expect((await login('battery-staple')).status).toBe(403)
  expect(complaints).toEqual([])
  await leave()
})

it('A-ME-12 A-ME-13 A-NOTE-01 A-NOTE-02 A-NOTE-03 A-NOTE-04 A-ERR-18 each tab has its address; fields follow the type, presets fill the number, what is saved is there again, the secret is not', async () => {
  const { page, leave, self } = await visitAs('tabuser')
  const setting = async () => JSON.parse(String((await self()).setting)) as Record<string, unknown>
  const calls = callsTo(page, '/api/user/setting')
  const threshold = page.getByLabel('Low-balance threshold')
  const save = page.getByRole('button', { name: 'Save' })
  expect(await threshold.inputValue()).toBe('100000')
  for (const [name, value] of [
    ['500,000 ($1.00)', '500000'],
    ['1,000,000 ($2.00)', '1000000'],
    ['5,000,000 ($10.00)', '5000000'],
    ['100,000 ($0.20)', '100000'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    expect(await threshold.inputValue()).toBe(value)
  }
  await page.getByLabel('Notification email').waitFor()
  await page.getByText('Webhook', { exact: true }).click()
  const url = page.getByLabel('Webhook address')
  await url.fill('http://hooks.example.com')
  expect(await page.getByLabel('Notification email').count()).toBe(0)
  await save.click()
  await page.getByText('The webhook address must begin with https://').waitFor()
  expect(calls).toEqual([])
  await url.fill('https://hooks.example.com/low')
  await page.getByLabel('Webhook secret').fill('hook-secret')
  // Switching to another tab loses nothing.
  await page.getByRole('tab', { name: 'Price' }).click()
  await page.waitForURL('**/app/me?tab=price')
  await page.getByRole('switch', { name: 'Accept models without a price' }).click()
  await page.getByRole('tab', { name: 'Notification' }).click()
  await save.click()
  await told(page, 'Settings updated')
  const saved = {
    notify_type: 'webhook',
    quota_warning_threshold: 100_000,
    webhook_url: 'https://hooks.example.com/low',
  }
  expect(await setting()).toMatchObject(saved)
  await page.getByRole('tab', { name: 'Price' }).click()
  await save.click()
  await expect.poll(setting).toMatchObject({ ...saved, accept_unset_model_ratio_model: true })
  await page.goto('/app/me?tab=other')
  await page.getByRole('switch', { name: 'Record IP addresses' }).click()
  await save.click()
  await expect.poll(setting).toMatchObject({ ...saved, show_ip_in_logs: true })
  expect(calls.length).toBe(3)
  await expect
    .poll(async () => page.getByRole('button', { name: 'Save' }).getAttribute('aria-busy'))
    .toBeNull()
  await save.click()
  await told(page, 'You seem to have changed nothing')

  await page.goto('/app/me?tab=notification')
  await expect.poll(() => url.inputValue()).toBe('https://hooks.example.com/low')
  await page.getByRole('button', { name: 'Replace' }).waitFor()
  expect(await page.content()).not.toContain('hook-secret')
  await leave()

  const other = await visitAs('typeuser')
  await other.page.evaluate(
    (id) =>
      fetch('/api/user/setting', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'tollgate-user': String(id) },
        body: '{"notify_type":"email"}',
      }),
    other.id,
  )
  await other.page.reload()
  await expect.poll(() => other.page.getByLabel('Low-balance threshold').inputValue()).toBe('500000')
  await other.leave()
})

it('the account is asked for once when the page opens, although three parts of the page show it', async () => {
  const { page, leave } = await visitAs('onceuser')
  const calls = callsTo(page, '/api/user/self')
  await page.reload()
  await page.getByRole('region', { name: 'Invitations' }).getByText('Pending earnings').waitFor()
  await untilSettled(page)
  expect(calls).toEqual(['GET'])
  await leave()
})

it('M7: the page lists where the account is signed in, and signs out one device or all others', async () => {
  const { page, leave, complaints } = await visitAs('sessionuser')
  const elsewhere = async (agent: string) =>
    (
      await fetch(`${site.url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': agent },
        body: JSON.stringify({ username: 'sessionuser', password }),
      })
    ).headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
  for (const agent of ['Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', 'curl/8.14', 'curl/8.15'])
    await elsewhere(agent)
  await page.reload()
  const card = page.getByRole('region', { name: 'Signed-in devices' })
  await card.getByText('Firefox, Windows').waitFor()
  await card.getByText('This device').waitFor()
  expect(await card.getByRole('listitem').count()).toBe(4)
  await card.getByRole('button', { name: 'Sign out Firefox, Windows' }).focus()
  await page.keyboard.press('Enter')
  await told(page, 'Signed out there')
  await expect.poll(() => card.getByRole('listitem').count()).toBe(3)
  // The button is gone, so the focus moves to the card.
  await expect.poll(() => card.evaluate((part) => part === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await card.evaluate((part) => part.contains(document.activeElement))).toBe(true)
  await card.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await told(page, 'Signed out everywhere else')
  await expect.poll(() => card.getByRole('listitem').count()).toBe(1)
  expect(complaints).toEqual([])
  await leave()
})
