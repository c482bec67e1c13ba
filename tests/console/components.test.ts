import { afterAll, beforeAll, expect, it } from 'vitest'
import { themes } from './support/browser.ts'
import { buildForDevelopment } from './support/development-build.ts'
import { findFlaws } from './support/flaws.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ consoleDirectory: await buildForDevelopment() })
})
afterAll(() => site?.close())

it.each(themes)('every component of the gallery is without serious flaws and errors, %s', async (theme) => {
  const { page, complaints, leave } = await site.visit({ theme })
  await page.goto('/gallery')
  await page.locator('canvas').first().waitFor()
  await untilSettled(page)
  expect(await findFlaws(page)).toEqual([])
  await page.getByText('Not a valid JSON string: line 3').waitFor()

  await page.getByRole('button', { name: 'Number' }).click()
  await page.getByRole('row', { name: /row-37/ }).waitFor()
  await page.getByRole('button', { name: 'Page 4' }).click()
  await page.getByText('31–37 of 37').waitFor()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  const columns = page.getByRole('button', { name: 'Columns' })
  await columns.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await columns.click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  expect(scrolled).toBeGreaterThan(0)
  await page.getByRole('checkbox', { name: 'Status' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Number' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'Rows per page' }).inputValue()).toBe('50')

  const several = page.getByLabel('Several')
  await several.fill('claude')
  await page.getByRole('option', { name: 'claude-sonnet-4-5' }).click()
  await several.fill('own-model,')
  for (const name of ['gpt-4o', 'claude-sonnet-4-5', 'own-model'])
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(3)
  expect(complaints).toEqual([])
  await leave()
})

it('the chooser of columns closes on Escape, on leaving it by Tab and on a second press, and gives the focus back', async () => {
  const { page, complaints, leave } = await site.visit()
  await page.goto('/gallery')
  const button = page.getByRole('button', { name: 'Columns' })
  const status = page.getByRole('checkbox', { name: 'Status' })
  const reset = page.getByRole('button', { name: 'Reset to default' })
  const isOpen = () => button.getAttribute('aria-expanded')

  await button.focus()
  await page.keyboard.press('Enter')
  await status.waitFor()
  expect(await isOpen()).toBe('true')
  await page.keyboard.press('Escape')
  await status.waitFor({ state: 'hidden' })
  expect(await isOpen()).toBe('false')
  expect(await button.evaluate((each) => each === document.activeElement)).toBe(true)

  await page.keyboard.press('Enter')
  await reset.focus()
  await page.keyboard.press('Tab')
  await status.waitFor({ state: 'hidden' })

  await button.click()
  await status.waitFor()
  const [head, panel] = [
    await button.boundingBox(),
    await page.locator('[popover]:popover-open').boundingBox(),
  ]
  expect(panel && head && panel.x + panel.width).toBeCloseTo(head ? head.x + head.width : 0, 0)
  expect(panel && head && panel.y - head.y - head.height).toBeCloseTo(6, 0)
  await button.click()
  await status.waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
  await leave()
})
