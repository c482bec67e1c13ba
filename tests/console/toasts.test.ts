import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import { saveBar } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'
import { toasts, told } from './support/toasts.ts'

let site: Site
let mail: SmtpSink
beforeAll(async () => {
  site = await startSite()
  mail = await startSmtpSink()
  for (const [key, value] of [
    ['SMTPServer', '127.0.0.1'],
    ['SMTPPort', String(mail.port)],
    ['SMTPAccount', 'mailer'],
    ['SMTPFrom', 'gateway@example.com'],
    ['SMTPToken', 'postage'],
    ['EmailVerificationEnabled', 'true'],
  ] as const)
    await site.admin.setOption(key, value)
  await site.admin.createChannel({ name: 'one', key: 'sk-upstream', models: 'gpt-4o' })
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

/** The demanded texts as they appear on the screen. The Chinese ones are tested without a browser. */
const said = {
  login: 'Login successful',
  registration: 'Registration successful',
  codeSent: 'Verification code sent',
  userCreated: 'User account created',
  userUpdated: 'User info updated',
  done: 'Operation completed',
  saved: 'Saved successfully',
  notice: 'Notice updated',
  name: 'System name updated',
  logo: 'Logo updated',
  copied: 'Copied: gpt-4o',
  denied: 'Cannot copy to clipboard',
  messageUpdated: 'Message updated',
  messageDeleted: 'Message deleted',
  logout: 'Logout successful',
} as const

const asRoot = async (path: string) => {
  const visitor = await site.visitSignedIn()
  await visitor.page.goto(path)
  return visitor
}
const option = (page: Page, key: string) => page.locator(`[data-option="${key}"]`)

it('A-ERR-06 A-ERR-07 A-ERR-08 C-ERR-03 a code sent, an account made, signing in and out are told', async () => {
  const { page, leave } = await site.visit()
  const username = 'newcomer'
  await page.goto('/register')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByLabel('Confirm password').fill(adminPassword)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByRole('button', { name: 'Send code' }).click()
  await told(page, said.codeSent)
  const code = /\b[0-9A-Z]{6}\b/.exec(mail.mails.at(-1)?.text ?? '')?.[0] ?? ''
  await page.getByLabel('Verification code', { exact: true }).fill(code)
  await page.locator('form').getByRole('button', { name: 'Sign up' }).click()
  // The new account is signed in at once.
  await told(page, said.registration)
  await page.waitForURL('**/app/tokens')
  await page.getByRole('button', { name: `Account: ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await told(page, said.logout)
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await told(page, said.login)
  await page.waitForURL('**/app/tokens')
  await leave()
})

it('A-ERR-09 A-ERR-10 A-ERR-11 an account added, changed and acted upon is told', async () => {
  const { page, leave } = await asRoot('/admin/users?edit=new')
  const drawer = page.locator('[data-drawer]')
  const username = 'added'
  await drawer.getByLabel('Username').fill(username)
  await drawer.getByLabel('Password', { exact: true }).fill(adminPassword)
  await drawer.getByRole('button', { name: 'Create' }).click()
  await told(page, `${said.userCreated}: ${username}`)
  await page.getByRole('button', { name: username, exact: true }).click()
  const displayName = drawer.getByLabel('Display name')
  await expect.poll(() => displayName.inputValue()).toBe(username)
  await displayName.fill('Somebody')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await told(page, said.userUpdated)
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Actions on ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await told(page, said.done)
  await leave()
})

it('C-ERR-02 a message changed and deleted is told', async () => {
  const title = 'News'
  await site.admin.call('POST', '/api/admin/messages', { title, content: 'x', user_ids: [1] })
  const { page, leave } = await asRoot('/admin/messages')
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const drawer = page.locator('[data-drawer]')
  await drawer.getByLabel('Content').fill('y')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await told(page, said.messageUpdated)
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await told(page, said.messageDeleted)
  await leave()
})

it('A-ERR-19 A-ERR-20 saved settings and prices are told, notice, name and logo with a toast each', async () => {
  const { page, leave } = await asRoot('/admin/settings?tab=other')
  const save = () => saveBar(page).getByRole('button', { name: 'Save' }).click()
  await option(page, 'Notice').locator('textarea').fill('Hello')
  await save()
  await told(page, said.notice)
  await option(page, 'SystemName').getByRole('textbox').fill('Gate')
  await option(page, 'Logo').getByRole('textbox').fill('/logo.png')
  await save()
  await told(page, said.name)
  await told(page, said.logo)
  for (const text of [said.notice, said.name, said.logo]) expect(await toasts(page, text).count()).toBe(1)
  expect(await toasts(page, said.saved).count()).toBe(0)
  await page.goto('/admin/settings')
  await option(page, 'RetryTimes').getByRole('spinbutton').fill('4')
  await save()
  await told(page, said.saved)
  await page.goto('/admin/settings?panel=visual')
  await page.getByLabel('Search models').fill('gpt-4o')
  await page.getByLabel('Model ratio of gpt-4o', { exact: true }).fill('3')
  await save()
  await told(page, said.saved)
  await leave()
})

it('A-ERR-21 A-ERR-22 a copied model name is told, a refused clipboard offers the name to be copied by hand', async () => {
  const { page, leave } = await asRoot('/pricing')
  const copy = page.getByRole('button', { name: 'Copy gpt-4o' }).first()
  await copy.click()
  await told(page, said.copied)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('gpt-4o')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  await copy.click()
  const dialog = page.getByRole('dialog', { name: said.denied })
  await dialog.getByRole('heading', { name: said.denied }).waitFor()
  expect(await dialog.getByRole('textbox').inputValue()).toBe('gpt-4o')
  await leave()
})
