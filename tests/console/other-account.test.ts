import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { signIn } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { rowOf } from './support/tokens.ts'

/** Tests two tabs of one browser in which two people sign in. */

let site: Site
beforeAll(async () => {
  site = await startSite()
  for (const username of ['alice', 'bob', 'carol', 'dave'])
    await site.admin.call('POST', '/api/user/', { username, password: adminPassword })
})
afterAll(() => site?.close())

/** Creates a token for an account. */
const makeToken = async (username: string, name: string) => {
  const { page, leave } = await site.visitAs(username, adminPassword)
  await page.goto('/app/tokens?edit=new')
  await page.locator('[data-drawer]').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Token created' }).waitFor()
  await leave()
}

it('what somebody typed before their session ended is not there for whoever signs in in another tab', async () => {
  await makeToken('bob', 'of bob')
  const { page, context, complaints, leave } = await site.visitAs('alice', adminPassword)
  await page.goto('/app/tokens?edit=new')
  const drawer = page.locator('[data-drawer]')
  await drawer.getByLabel('Name').fill('typed by alice')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor()

  const other = await context.newPage()
  await signIn(other, 'bob', adminPassword, '/login?expired=true')
  // The list is behind the drawer, which the URL still opens.
  await page.getByText('of bob', { exact: true }).waitFor()
  expect(await drawer.getByLabel('Name').inputValue()).toBe('')
  expect(await page.getByText('typed by alice').count()).toBe(0)
  expect(complaints).toEqual([])
  await leave()
})

it('after signing out and in as somebody else in one tab, another tab shows nothing of the first account', async () => {
  await makeToken('carol', 'of carol')
  await makeToken('dave', 'of dave')
  const { page, context, complaints, leave } = await site.visitAs('carol', adminPassword)
  await page.goto('/app/tokens')
  await rowOf(page, 'of carol').waitFor()
  // No further request of the page is answered, so it can only show what it already has.
  await page.route('**/api/token/**', () => undefined)

  const other = await context.newPage()
  await other.goto('/app/me')
  await other.getByRole('button', { name: /^Account/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login?**')
  await signIn(other, 'dave', adminPassword)
  await page.waitForURL('**/app/tokens')
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  expect(await page.getByText('of carol').count()).toBe(0)
  await page.unroute('**/api/token/**')
  await page.reload()
  await rowOf(page, 'of dave').waitFor()
  expect(complaints).toEqual([])
  await leave()
})
