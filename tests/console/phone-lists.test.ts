import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { widths } from './support/browser.ts'
import { fillForScenes, readScenes } from './support/scene.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

/** On a phone the rows of a list come first, and its filters are behind one button. */

/** The height of a typical phone. */
const HEIGHT = 812

let site: Site
beforeAll(async () => {
  site = await startSite()
  await fillForScenes(site, await readScenes())
})
afterAll(() => site?.close())

const open = async (path: string, width: number = widths.phone) => {
  const { page, leave } = await site.visitSignedIn({ width })
  await page.setViewportSize({ width, height: HEIGHT })
  await page.goto(path)
  const row = page.locator('[data-row]').first()
  await row.waitFor()
  await untilSettled(page)
  const fold = page.getByRole('button', { name: /^Filters/ })
  return { page, leave, row, fold }
}
/** Finds all visible search fields and filters of the page. */
const filtersOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('input[type=search], [aria-haspopup=listbox], [data-range]')
    .filter({ visible: true })

it.each([
  ['the usage log', '/app/logs/api-usage'],
  ['drawings', '/app/logs/drawing'],
  ['tasks', '/app/logs/tasks?from=all'],
  ['tokens', '/app/tokens'],
  ['channels', '/admin/channels'],
  ['codes', '/admin/coupons'],
  ['orders', '/admin/orders'],
  ['messages', '/admin/messages'],
  ['users', '/admin/users'],
  ['the audit trail', '/admin/trail'],
])(
  'console 8: on a phone the first row of %s is in the upper half, its filters behind one button',
  async (_name, path) => {
    const { page, row, fold, leave } = await open(path)
    expect((await row.boundingBox())?.y).toBeLessThanOrEqual(HEIGHT / 2)
    expect(await filtersOf(page).count()).toBe(0)
    expect(await fold.getAttribute('aria-expanded')).toBe('false')
    await fold.click()
    expect(await fold.getAttribute('aria-expanded')).toBe('true')
    expect(await filtersOf(page).count()).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone)
    await fold.click()
    expect(await filtersOf(page).count()).toBe(0)
    await leave()
  },
)

it.each([
  ['prices', '/pricing'],
  ['entries of the wallet', '/app/wallet'],
])(
  'console 8: %s, a list below other things, have their filters behind one button too',
  async (_name, path) => {
    const { page, fold, leave } = await open(path)
    const folded = page.locator(`[id="${await fold.getAttribute('aria-controls')}"]`)
    expect(await folded.isVisible()).toBe(false)
    await fold.click()
    await folded.locator('input[type=radio]').first().waitFor({ state: 'attached' })
    expect(await folded.isVisible()).toBe(true)
    await leave()
  },
)

it('console 8: the button counts the filters in force; one that is sent closes them', async () => {
  const { page, fold, leave } = await open('/app/logs/api-usage?from=all')
  expect((await fold.textContent())?.trim()).toBe('Filters')
  await fold.click()
  await page.getByRole('searchbox', { name: 'Token name' }).fill('data-log-ci')
  await page.waitForURL('**token_name=data-log-ci**')
  await page
    .locator('label')
    .filter({ hasText: /^Error$/ })
    .click()
  await page.waitForURL('**type=6**')
  await expect.poll(async () => (await fold.textContent())?.trim()).toBe('Filters2')
  await leave()

  const trail = await open('/admin/trail')
  await trail.fold.click()
  await trail.page.getByRole('searchbox').first().fill('data')
  await trail.page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await trail.page.waitForURL('**keyword=data**')
  await expect.poll(() => trail.fold.getAttribute('aria-expanded')).toBe('false')
  await trail.leave()
})

it('console 8: on a desktop the filters are there, without the button', async () => {
  const { page, fold, leave } = await open('/app/logs/api-usage', widths.desktop)
  expect(await fold.isVisible()).toBe(false)
  expect(await filtersOf(page).count()).toBeGreaterThan(5)
  await leave()
})
