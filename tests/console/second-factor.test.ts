import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstCode, nextCode } from '../support/authenticator.ts'
import { adminPassword } from '../support/gateway/admin.ts'
import { signIn } from './support/browser.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

const password = 'correct-horse'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const member = (username: string) => site.admin.call('POST', '/api/user/', { username, password })

/** Makes the last proof of an account's sessions old, as after 15 minutes. */
function ageProofs(username: string): void {
  const store = new DatabaseSync(join(site.dataDir, 'tollgate.db'), { timeout: 10_000 })
  store
    .prepare('UPDATE sessions SET proved_ms = 0 WHERE user_id = (SELECT id FROM users WHERE username = ?)')
    .run(username)
  store.close()
}

/** Sets up an authenticator app on the page. @returns its secret, and the recovery codes that were shown */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = (await dialog.getByRole('region', { name: 'Key' }).textContent()) ?? ''
  await dialog.getByLabel('Code', { exact: true }).fill(firstCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('dialog', { name: 'Store your recovery codes' })
  await shown.getByRole('listitem').first().waitFor()
  const codes = await shown.getByRole('listitem').allInnerTexts()
  const done = shown.getByRole('button', { name: 'Done' })
  expect(await done.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await shown.getByLabel('I have stored these codes').check()
  await done.click()
  await shown.waitFor({ state: 'detached' })
  return { secret, codes }
}

async function givePassword(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
}

/** Pastes a text. Unlike `fill`, this respects the length limit of the field. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.click()
  await page.evaluate((each) => navigator.clipboard.writeText(each), text)
  await page.keyboard.press('Control+V')
}

const signedIn = (page: Page) => page.waitForFunction(() => localStorage.getItem('user') !== null)

it('an account gets an authenticator app, and signs in with its code and with a recovery code', async () => {
  await member('alice')
  const first = await site.visitAs('alice', password)
  await first.page.goto('/app/me')
  const { secret, codes } = await setUpApp(first.page)
  expect([secret.length, codes.length, new Set(codes).size]).toEqual([32, 10, 10])
  await first.page.getByText('10 left').waitFor()
  await first.leave()

  const byApp = await site.visit()
  await givePassword(byApp.page, 'alice')
  expect(await byApp.page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await byApp.page.getByLabel('Code', { exact: true }).fill('000 000')
  await byApp.page.getByRole('button', { name: 'Continue' }).click()
  await byApp.page.getByText('This code is wrong or has been used already').waitFor()
  await byApp.page.getByLabel('Code', { exact: true }).fill(nextCode(secret))
  await byApp.page.getByRole('button', { name: 'Continue' }).click()
  await signedIn(byApp.page)
  await byApp.leave()

  const byRecovery = await site.visit()
  await givePassword(byRecovery.page, 'alice')
  await byRecovery.page.getByRole('button', { name: 'Use a recovery code' }).click()
  await byRecovery.page.getByLabel('Recovery code', { exact: true }).fill(codes[0]?.toLowerCase() ?? '')
  await byRecovery.page.getByRole('button', { name: 'Continue' }).click()
  await signedIn(byRecovery.page)
  await byRecovery.page.goto('/app/me')
  await byRecovery.page.getByText('9 left').waitFor()
  await byRecovery.page.getByRole('button', { name: 'Remove', exact: true }).click()
  await byRecovery.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await byRecovery.page.getByText('Authenticator app removed').waitFor()
  await byRecovery.page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
  await byRecovery.leave()
})

it('a recovery code pasted into the field for codes of the app counts, and a code of the app among recovery codes', async () => {
  await member('grace')
  const first = await site.visitAs('grace', password)
  await first.page.goto('/app/me')
  const { secret, codes } = await setUpApp(first.page)
  const { page } = first
  await page.getByText('10 left').waitFor()
  ageProofs('grace')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await question.getByRole('button', { name: 'Use a code of the app' }).click()
  await paste(page, question.getByLabel('Code', { exact: true }), codes[0] ?? '')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Authenticator app removed').waitFor()
  await first.leave()

  const again = await site.visitAs('grace', password)
  await again.page.goto('/app/me')
  const next = await setUpApp(again.page)
  expect(next.secret).not.toBe(secret)
  await again.leave()

  const byRecovery = await site.visit()
  await givePassword(byRecovery.page, 'grace')
  const field = byRecovery.page.getByLabel('Code', { exact: true })
  await paste(byRecovery.page, field, ` ${next.codes[0]} `)
  await byRecovery.page.getByRole('button', { name: 'Continue' }).click()
  await signedIn(byRecovery.page)
  await byRecovery.leave()

  const byApp = await site.visit()
  await givePassword(byApp.page, 'grace')
  await byApp.page.getByRole('button', { name: 'Use a recovery code' }).click()
  // The code is used up, and the error appears at its field.
  await byApp.page.getByLabel('Recovery code', { exact: true }).fill(next.codes[0] ?? '')
  await byApp.page.getByRole('button', { name: 'Continue' }).click()
  await byApp.page.getByText('This code is wrong or has been used already').waitFor()
  await byApp.page.getByLabel('Recovery code', { exact: true }).fill(nextCode(next.secret))
  await byApp.page.getByRole('button', { name: 'Continue' }).click()
  await signedIn(byApp.page)
  await byApp.leave()
})

it('a sign-in that had too many wrong codes goes back to the password and says why', async () => {
  await member('bob')
  const visitor = await site.visitAs('bob', password)
  await visitor.page.goto('/app/me')
  await setUpApp(visitor.page)
  await visitor.leave()
  const { page, leave } = await site.visit()
  await givePassword(page, 'bob')
  for (let tried = 1; tried <= 6; tried += 1) {
    await page.getByLabel('Code', { exact: true }).fill(`00000${tried}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    if (tried < 6) await expect.poll(() => page.getByLabel('Code', { exact: true }).inputValue()).toBe('')
  }
  await page.getByText('This sign-in took too long or had too many attempts').waitFor()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await leave()
})

it('an administrator removes the second step of somebody who lost it, and the password alone is enough again', async () => {
  await member('frank')
  const frank = await site.visitAs('frank', password)
  await frank.page.goto('/app/me')
  await setUpApp(frank.page)
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto('/admin/users')
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Actions on frank' }).click()
    await page.getByRole('menuitem', { name: 'Remove two-step sign-in' }).click()
    return page.getByRole('dialog', { name: 'Remove the two-step sign-in of frank?' })
  }
  await (await openDialog()).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await frank.page.reload()
  await frank.page.getByText('10 left').waitFor()
  await (await openDialog()).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Two-step sign-in of frank removed').waitFor()
  // Removing second factors also ends the account's sessions.
  await frank.page.goto('/app/tokens')
  await frank.page.waitForURL('**/login?**')
  await signIn(frank.page, 'frank', password)
  await frank.page.goto('/app/me')
  await frank.page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions on root' }).click()
  const own = page.getByRole('menuitem', { name: 'Remove two-step sign-in' })
  expect(await own.getAttribute('aria-disabled')).toBe('true')
  expect(complaints).toEqual([])
  await leave()
  await frank.leave()
})

it('a proof is asked for over a form, which keeps what was typed and goes on by itself', async () => {
  await member('carol')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Actions on carol' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog').first()
  const field = drawer.locator('input[type=password]').first()
  await field.fill('another-horse')
  ageProofs('root')
  await drawer.locator('button[type=submit]').click()
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('another-horse')
  await drawer.locator('button[type=submit]').click()
  await question.getByLabel('Password', { exact: true }).fill('wrong-horse')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await question.getByText('The current password is wrong').waitFor()
  await question.getByLabel('Password', { exact: true }).fill(adminPassword)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await question.waitFor({ state: 'detached' })
  await drawer.waitFor({ state: 'detached' })
  const answer = await fetch(`${site.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'carol', password: 'another-horse' }),
  })
  expect(answer.status).toBe(200)
  await leave()
})

it('who has nothing to prove themselves with is led to sign in again, without a reproach', async () => {
  await member('keyless')
  const { page, leave } = await site.visitAs('keyless', password)
  await page.goto('/app/me')
  await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
  const store = new DatabaseSync(join(site.dataDir, 'tollgate.db'), { timeout: 10_000 })
  store.exec("UPDATE users SET password_hash = NULL WHERE username = 'keyless'")
  store.close()
  ageProofs('keyless')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await question.getByRole('button', { name: 'Sign in again' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await untilSettled(page)
  expect(await page.locator('[data-sonner-toast]').allInnerTexts()).toEqual([])
  await leave()
})

it('decision 18: the owner copies a key from a list that masks it, after a proof', async () => {
  await member('dave')
  const { page, context, leave } = await site.visitAs('dave', password)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/app/tokens')
  const made = await page.evaluate(async () => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }
    const answer = await fetch('/api/token/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'tollgate-user': String(user.id) },
      body: JSON.stringify({ name: 'ci', unlimited_quota: true }),
    })
    return ((await answer.json()) as { data: { key: string } }).data.key
  })
  ageProofs('dave')
  // The daemon caches a session for one second.
  const listed = () =>
    page.evaluate(async () => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }
      const answer = await fetch('/api/token/', { headers: { 'tollgate-user': String(user.id) } })
      return answer.text()
    })
  await expect.poll(listed).not.toContain(made)
  await page.reload()
  await page.getByRole('button', { name: 'Copy key' }).first().click()
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`sk-${made}`)
  await leave()
})

it('where the site demands a second factor, every page gives way to its set-up', async () => {
  await member('erin')
  const root = await site.visitSignedIn()
  await root.page.goto('/app/me')
  await setUpApp(root.page)
  await root.leave()
  const visitor = await site.visitAs('erin', password)
  await site.admin.call('POST', '/api/session/proof', { password: adminPassword })
  await site.admin.setOption('SecondFactorRequired', 'all')
  const { page, leave } = visitor
  await page.goto('/app/tokens')
  await page.getByRole('heading', { name: 'Please set up a second step first' }).waitFor()
  await setUpApp(page)
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await leave()
})
