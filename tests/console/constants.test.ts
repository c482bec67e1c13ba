import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

const password = 'correct-horse'
const balances = [123_456, 999_999] as const

let site: Site
beforeAll(async () => {
  site = await startSite()
  const { admin } = site
  await admin.setOption('QuotaForNewUser', '0')
  for (const quota of balances) {
    const username = `q${quota}`
    const { id } = await admin.call<{ id: number }>('POST', '/api/user/', { username, password })
    await admin.call('POST', '/api/user/credit', { id, delta: String(quota) })
  }
})
afterAll(() => site?.close())

/** Returns a user's balance as the super administrator sees it in the user list and behind a name in the log. */
const listed = async (page: Page, quota: number): Promise<readonly string[]> => {
  await page.goto(`/admin/users?keyword=q${quota}`)
  const row = page.getByRole('row').filter({ has: page.getByText(`q${quota}`, { exact: true }) })
  const left = row.getByText(/ left$/)
  await left.waitFor()
  const inList = ((await left.textContent()) ?? '').replace(' left', '')
  await page.goto(`/app/logs/api-usage?username=q${quota}`)
  await page.getByRole('button', { name: `User details: q${quota}`, exact: true }).click()
  const balance = (await balanceOf(page.getByRole('dialog')).textContent()) ?? ''
  return [inList, balance.replace(/ \(.+$/, '')]
}
/** Finds the balance in a list of terms. */
const balanceOf = (place: Page | Locator): Locator =>
  place
    .locator('dl > div')
    .filter({ hasText: /^Balance/ })
    .locator('dd')
/** Returns a user's own balance as they see it in the wallet and on the dashboard. */
const own = async (quota: number): Promise<readonly string[]> => {
  const { page, leave } = await site.visitAs(`q${quota}`, password)
  await page.goto('/app/wallet')
  const inWallet = page.locator('[data-balance]')
  await inWallet.waitFor()
  const texts = [(await inWallet.textContent()) ?? '']
  await page.goto('/app/dashboard')
  // The balance has no title until it has loaded.
  texts.push((await balanceOf(page).locator('[title]:not([title=""])').textContent()) ?? '')
  await leave()
  return texts
}

it('A-CONST-02 with currency on every balance is dollars with two decimals', async () => {
  await site.admin.setOption('DisplayInCurrencyEnabled', 'true')
  const visitor = await site.visitSignedIn()
  expect(await listed(visitor.page, 123_456)).toEqual(['$0.25', '$0.25'])
  expect(await own(123_456)).toEqual(['$0.25', '$0.25'])
  await visitor.leave()
})

it('A-CONST-03 with currency off every balance is compact', async () => {
  await site.admin.setOption('DisplayInCurrencyEnabled', 'false')
  const visitor = await site.visitSignedIn()
  expect(await listed(visitor.page, 999_999)).toEqual(['999.9k', '999.9k'])
  expect(await own(123_456)).toEqual(['123.4k', '123.4k'])
  await visitor.leave()
})

it('A-CONST-05 a fresh install has a name in the title and the top bar, and answers for its logo', async () => {
  const { page, context, leave } = await site.visit()
  await page.goto('/login')
  await page.locator('header').getByText('Tollgate', { exact: true }).waitFor()
  expect(await page.title()).toContain('Tollgate')
  const logo = await context.request.get('/logo.png')
  expect([logo.status(), logo.headers()['content-type']]).toEqual([200, 'image/png'])
  const size = await page.evaluate(async () => {
    const image = new Image()
    image.src = '/logo.png'
    await image.decode()
    return image.naturalWidth
  })
  expect(size).toBeGreaterThan(0)
  await leave()
})
