import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from './support/browser.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts'

const password = 'correct-horse'

let site: Site
/** The same site under a host name, because an IP address cannot have passkeys. */
let named: string
beforeAll(async () => {
  site = await startSite()
  named = site.url.replace('127.0.0.1', 'localhost')
})
afterAll(() => site?.close())

/** Opens the account page of a signed-in user, in a browser that can store passkeys. */
async function visitAs(username: string, { hasAutofill = false } = {}) {
  await site.admin.call('POST', '/api/user/', { username, password })
  const visitor = await site.visit()
  // Chromium's authenticator answers at once when the page waits for a passkey to be chosen.
  if (!hasAutofill)
    await visitor.context.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
  const authenticator = await addVirtualAuthenticator(visitor.page)
  await signIn(visitor.page, username, password, `${named}/login`)
  await visitor.page.goto(`${named}/app/me`)
  return { ...visitor, authenticator, card: visitor.page.getByRole('region', { name: 'Passkeys' }) }
}
async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
}

it('a passkey is added, renamed, signs in without name and password, and signs in no more once it is deleted', async () => {
  const { page, card, authenticator, leave, complaints } = await visitAs('keyholder')
  await card.getByText('You have no passkeys yet.').waitFor()
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText(/^Passkey “.+” added$/).waitFor()
  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' })
  await codes.getByText('also asks for your passkey', { exact: false }).waitFor()
  expect(await codes.getByRole('listitem').count()).toBe(10)
  // The codes are shown only once, so no key closes the dialog by accident.
  await codes.getByRole('button', { name: 'Copy' }).focus()
  await page.keyboard.press('Escape')
  expect(await codes.getByRole('button', { name: 'Close' }).count()).toBe(0)
  expect(await codes.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await codes.getByLabel('I have stored these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('region', { name: 'Two-step sign-in' }).getByText('On', { exact: true }).waitFor()
  await card.getByText('Never used').waitFor()
  expect(await authenticator.count()).toBe(1)

  await card.getByRole('button', { name: /^Rename/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(' ')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByText('Please enter a name').waitFor()
  await dialog.getByLabel('Name').fill('Work laptop')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await card.getByText('Work laptop', { exact: true }).waitFor()

  // The authenticator already has a passkey for this account.
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await card.getByText('This device already has a passkey for your account.').waitFor()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${named}/app/me`)
  await card.getByText('Last used', { exact: false }).waitFor()

  // After a password, the passkey is the second step.
  await signOut(page)
  await page.getByLabel('Username or email').fill('keyholder')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${named}/app/me`)

  // An older session has to be confirmed again, with the passkey.
  const store = new DatabaseSync(join(site.dataDir, 'tollgate.db'), { timeout: 10_000 })
  store.exec(
    "UPDATE sessions SET proved_ms = 0 WHERE user_id = (SELECT id FROM users WHERE username = 'keyholder')",
  )
  store.close()
  await card.getByRole('button', { name: 'Delete Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
  await card.getByText('You have no passkeys yet.').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('This passkey was not accepted').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(complaints).toEqual([])
  await leave()
})

it('once a passkey is deleted, another can be added without a reproach, and the focus is still in the card', async () => {
  const { page, card, leave } = await visitAs('keychanger')
  const add = card.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' })
  await codes.getByLabel('I have stored these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await add.click()
  const reproach = card.getByText('This device already has a passkey for your account.')
  await reproach.waitFor()
  await card.getByRole('button', { name: /^Delete/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await card.getByText('You have no passkeys yet.').waitFor()
  expect(await reproach.count()).toBe(0)
  await expect.poll(() => card.evaluate((part) => part === document.activeElement)).toBe(true)
  await leave()
})

it('closing the dialog of the browser is no error, neither when adding nor when signing in', async () => {
  const { page, card, leave } = await visitAs('undecided')
  const refuse = () =>
    page.evaluate(() => {
      const closed = () => Promise.reject(new DOMException('closed', 'NotAllowedError'))
      Object.assign(navigator.credentials, { create: closed, get: closed })
    })
  await card.getByText('You have no passkeys yet.').waitFor()
  await refuse()
  const add = card.getByRole('button', { name: 'Add a passkey' })
  const answered = page.waitForResponse('**/api/passkey/options')
  await add.click()
  await answered
  await card.locator('button:not([aria-disabled="true"])', { hasText: 'Add a passkey' }).waitFor()
  await untilSettled(page)
  expect(await page.getByRole('alert').count()).toBe(0)
  await signOut(page)
  await refuse()
  const signInButton = page.getByRole('button', { name: 'Sign in with a passkey' })
  const asked = page.waitForResponse('**/api/user/login/passkey/options')
  await signInButton.click()
  await asked
  await page.locator('button:not([aria-disabled="true"])', { hasText: 'Sign in with a passkey' }).waitFor()
  await untilSettled(page)
  expect(await page.getByRole('alert').count()).toBe(0)
  await leave()
})

it('a page opened by an IP address, and a browser without passkeys, say so and offer none', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'byaddress', password })
  const visitor = await site.visitAs('byaddress', password)
  const card = visitor.page.getByRole('region', { name: 'Passkeys' })
  await visitor.page.goto('/app/me')
  await card.getByText('Passkeys need a domain name').waitFor()
  expect(await card.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  await visitor.leave()

  const { page, leave } = await site.visit()
  await page.goto(`${named}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await page.goto('/login')
  await page.getByLabel('Username or email').waitFor()
  await untilSettled(page)
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  })
  await signIn(page, 'byaddress', password, `${named}/login`)
  await page.goto(`${named}/app/me`)
  await page.getByText('This browser cannot use passkeys here').waitFor()
  await leave()
})

it('while the site has passkey login off, the page of signing in offers none', async () => {
  await site.admin.setOption('PasskeyLoginEnabled', 'false')
  const { page, leave } = await site.visit()
  await page.goto(`${named}/login`)
  await page.getByLabel('Username or email').waitFor()
  await untilSettled(page)
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
  await leave()
  await site.admin.setOption('PasskeyLoginEnabled', 'true')
})

/** Adds the first passkey of an account and dismisses the dialog with its recovery codes. */
async function addPasskey(page: Page) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' })
  await codes.getByLabel('I have stored these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
}

it('the browser offers passkeys beside stored usernames: choosing one signs in, typing a password works as without', async () => {
  const { page, card, authenticator, leave, complaints } = await visitAs('autofiller', { hasAutofill: true })
  await addPasskey(page)
  await authenticator.touches(false)
  const isOffered = page.waitForRequest('**/api/user/login/passkey/options')
  await signOut(page)
  await isOffered
  const username = page.getByLabel('Username or email')
  expect(await username.getAttribute('autocomplete')).toBe('username webauthn')
  await username.fill('autofiller')
  await page.getByLabel('Password', { exact: true }).fill('wrong-horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  expect(await username.inputValue()).toBe('autofiller')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Second step' }).waitFor()

  await authenticator.touches(true)
  await page.getByRole('button', { name: 'Back to the password' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${named}/app/me`)
  await card.getByText('Last used', { exact: false }).waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('the button for passkeys ends what the browser offers in the field, and it is offered again afterwards, always with a fresh question', async () => {
  const { page, context, leave } = await visitAs('decider', { hasAutofill: true })
  await addPasskey(page)
  // A browser that offers passkeys until it is aborted, and whose user closes the passkey dialog.
  await context.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const get = ({ mediation, signal }: CredentialRequestOptions) => {
      seen.push(mediation === 'conditional' ? 'offered' : 'dialog')
      if (mediation !== 'conditional') return Promise.reject(new DOMException('closed', 'NotAllowedError'))
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          seen.push('ended')
          reject(new DOMException('aborted', 'AbortError'))
        })
      })
    }
    Object.assign(navigator.credentials, { get })
  })
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  await page.reload()
  await signOut(page)
  await expect.poll(seen).toEqual(['offered'])
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect.poll(seen).toEqual(['offered', 'ended', 'dialog', 'offered'])
  expect(await page.getByRole('alert').count()).toBe(0)

  // The daemon accepts an answer for five minutes, but people stay on the page for longer.
  await page.clock.install()
  await page.reload()
  await expect.poll(seen).toEqual(['offered'])
  await page.clock.fastForward('04:30')
  await expect.poll(seen).toEqual(['offered', 'ended', 'offered'])
  await leave()
})
