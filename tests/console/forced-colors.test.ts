import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeRows } from './support/calls.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.createToken({ name: 'one' })
  await site.admin.createToken({ name: 'two' })
  writeRows(site, [{}])
})
afterAll(() => site?.close())

const visit = async () => {
  const visitor = await site.visitSignedIn()
  await visitor.page.emulateMedia({ forcedColors: 'active' })
  return visitor
}

/** Returns the computed background color. */
const ground = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor)
const canvas = (page: Page) => ground(page.locator('html'))

it('in the colours of the system, the page that is open, chosen segments and switches are told apart', async () => {
  const { page, leave } = await visit()
  await page.goto('/app/dashboard')
  const nav = page.getByRole('navigation', { name: 'Console' })
  await nav.getByRole('link', { name: 'Dashboard' }).waitFor()
  expect(await ground(nav.getByRole('link', { name: 'Dashboard' }))).not.toBe(
    await ground(nav.getByRole('link', { name: 'API tokens' })),
  )
  const segment = (name: string) => page.locator('fieldset label', { hasText: name })
  expect(await ground(segment('24 hours'))).not.toBe(await ground(segment('30 days')))
  const legend = page.locator('figure li i').first()
  await legend.waitFor()
  expect(await ground(legend)).not.toBe(await canvas(page))

  await page.goto('/admin/settings')
  const on = page.getByRole('switch', { checked: true }).first()
  const off = page.getByRole('switch', { checked: false }).first()
  await on.waitFor()
  expect(await ground(on)).not.toBe(await ground(off))
  for (const each of [on, off]) expect(await ground(each.locator('span'))).not.toBe(await ground(each))
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const line = (of: Locator) => of.evaluate((element) => getComputedStyle(element).borderBottomColor)
  expect(await line(tab('Operation'))).not.toBe(await line(tab('Models')))
  await leave()
})

it('in the colours of the system, the choice that Enter would take and selected rows are seen', async () => {
  const { page, leave } = await visit()
  await page.goto('/admin/channels')
  await page.getByRole('button', { name: /^Status/ }).click()
  await page.keyboard.press('ArrowDown')
  const option = (name: string) => page.getByRole('option', { name, exact: true })
  await expect.poll(() => ground(option('Enabled'))).not.toBe(await ground(option('Disabled')))
  await page.keyboard.press('Escape')
  const sort = page.getByRole('button', { name: 'Sort by ID' })
  await sort.click()
  await expect
    .poll(() => ground(sort))
    .not.toBe(await ground(page.getByRole('button', { name: 'Group by tag' })))

  await page.goto('/app/tokens')
  const rows = page.locator('tbody tr[data-row]')
  await rows.first().getByRole('checkbox').check()
  const outline = (of: Locator) => of.evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(await outline(rows.first())).toBe('solid')
  expect(await outline(rows.last())).toBe('none')
  await leave()
})
