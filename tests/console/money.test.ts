import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { writeRows } from './support/calls.ts'
import { type Site, startSite } from './support/site.ts'

/** The amount that every page of this test has to show. */
const amount = 1_500_000

let site: Site
beforeAll(async () => {
  site = await startSite()
  const { admin } = site
  await admin.setOption('QuotaForNewUser', String(amount))
  await admin.call('POST', '/api/user/', { username: 'rich', password: adminPassword })
  await admin.createToken({ name: 'limited', unlimited_quota: false, remain_quota: amount })
  await admin.call('POST', '/api/redemption/', { name: 'gift', quota: amount })
  writeRows(site, [{ model: 'written-model', quota: amount * 1000 }])
})
afterAll(() => site?.close())

const rowWith = (text: string) => (page: Page) => page.getByRole('row').filter({ hasText: text })
const places = [
  ['/admin/users', rowWith('rich')],
  ['/app/tokens', rowWith('limited')],
  ['/admin/coupons', rowWith('gift')],
  ['/app/logs/api-usage', rowWith('written-model')],
] as const

it.each([
  ['500000', 'true', '$3.00', '$200.00'],
  ['1000000', 'true', '$1.50', '$100.00'],
  ['500000', 'false', '1.5M', '100M'],
])(
  "A-STATUS-05 A-OPT-061 A-OPT-063 at %s units a dollar, in dollars: %s, an amount reads %s everywhere and the user's balance %s",
  async (perUnit, isInDollars, shown, balance) => {
    await site.admin.setOption('QuotaPerUnit', perUnit)
    await site.admin.setOption('DisplayInCurrencyEnabled', isInDollars)
    const visitor = await site.visitSignedIn()
    const { page } = visitor
    for (const [path, find] of places) {
      await page.goto(path)
      await find(page).getByText(shown).first().waitFor()
    }
    await page.goto('/app/wallet')
    await expect.poll(() => page.locator('[data-balance]').textContent()).toBe(balance)
    await visitor.leave()
  },
)
