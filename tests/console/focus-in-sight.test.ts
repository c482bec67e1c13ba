import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playground } from './scenes/playground.ts'
import { openScene } from './support/scene.ts'
import { row, save } from './support/settings.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

/** The focused element is never hidden behind a sticky bar (WCAG 2.2, 2.4.11). */

let site: Site
beforeAll(async () => {
  site = await startSite()
  for (let at = 0; at < 40; at += 1) await site.admin.createToken({ name: `token-${at}` })
})
afterAll(() => site?.close())

/** Returns the focused element if it is completely hidden. */
const hiddenFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    // The browser scrolls when the focus moves, and the page scrolls in the next frame.
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { left, top, width, height } = element.getBoundingClientRect()
    const isSeen = [0.1, 0.5, 0.9].some((part) => {
      const there = document.elementFromPoint(left + width / 2, top + height * part)
      return there !== null && (element.contains(there) || there.contains(element))
    })
    return isSeen ? undefined : element.outerHTML.slice(0, 200)
  })

/** Presses a key several times. @returns the elements that got the focus and were hidden */
async function hiddenOnTheWay(page: Page, key: string, steps: number): Promise<readonly string[]> {
  const hidden: string[] = []
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key)
    const found = await hiddenFocus(page)
    if (found !== undefined) hidden.push(found)
  }
  return hidden
}

it('keyboard focus stays visible through the settings, forwards and backwards', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  await untilSettled(page)
  await page.locator('main input').first().focus()
  expect(await hiddenOnTheWay(page, 'Tab', 80)).toEqual([])
  expect(await hiddenOnTheWay(page, 'Shift+Tab', 80)).toEqual([])
  await leave()
})

it('keyboard focus stays visible while a message covers a part of the settings', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.setViewportSize({ width: 1000, height: 450 })
  await page.goto('/admin/settings')
  await untilSettled(page)
  await row(page, 'QuotaForNewUser').getByRole('spinbutton').fill('none')
  await save(page)
  await page.locator('[data-sonner-toast]').waitFor()
  // The message stays while the pointer is over it.
  await page.locator('[data-sonner-toast]').hover()
  expect(await hiddenOnTheWay(page, 'Tab', 60)).toEqual([])
  expect(await page.locator('[data-sonner-toast]').count()).toBe(1)
  await leave()
})

it('keyboard focus stays visible through a list with a selected row, forwards and backwards', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  await untilSettled(page)
  await page.getByRole('checkbox').nth(1).check()
  expect(await hiddenOnTheWay(page, 'Tab', 50)).toEqual([])
  expect(await hiddenOnTheWay(page, 'Shift+Tab', 50)).toEqual([])
  await leave()
})

it('keyboard focus stays visible through a table that is wider than the window, forwards and backwards', async () => {
  await site.admin.createChannel({ name: 'first', key: 'sk-1', models: 'gpt-4o' })
  const { page, leave } = await site.visitSignedIn()
  await page.setViewportSize({ width: 1000, height: 900 })
  await page.goto('/admin/channels')
  await untilSettled(page)
  await page.getByRole('row', { name: 'first' }).focus()
  expect(await hiddenOnTheWay(page, 'Tab', 12)).toEqual([])
  expect(await hiddenOnTheWay(page, 'Shift+Tab', 12)).toEqual([])
  await leave()
})

it('keyboard focus stays visible through the list of models, forwards and backwards', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.setViewportSize({ width: 1000, height: 450 })
  await page.goto('/channel/add')
  await untilSettled(page)
  await page.getByRole('button', { name: 'Choose models' }).click()
  await page.locator('[data-picker] input[type=search]:focus').waitFor()
  expect(await hiddenOnTheWay(page, 'Tab', 60)).toEqual([])
  expect(await hiddenOnTheWay(page, 'Shift+Tab', 60)).toEqual([])
  await leave()
})

it('keyboard focus stays visible in a conversation of the playground, forwards and backwards', async () => {
  await playground.fill?.(site)
  const { page, leave } = await site.visitSignedIn()
  const [scene] = playground.scenes
  if (scene) await openScene(page, scene)
  await page.setViewportSize({ width: 1000, height: 450 })
  expect(await hiddenOnTheWay(page, 'Tab', 50)).toEqual([])
  expect(await hiddenOnTheWay(page, 'Shift+Tab', 50)).toEqual([])
  await leave()
})

it('the page does not scroll when a button in the bar gets the focus', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  await untilSettled(page)
  const place = () => page.evaluate(() => scrollY)
  for (const start of [0, 1000]) {
    await page.evaluate((top) => scrollTo(0, top), start)
    await page.locator('[data-save-bar] button').last().click()
    expect(await place()).toBe(start)
    await page
      .locator('main input')
      .first()
      .evaluate((input: HTMLElement) => input.focus({ preventScroll: true }))
    await page.locator('[data-save-bar] button').last().focus()
    expect(await place()).toBe(start)
  }
  await leave()
})

it('the name of a model that is added to the prices is visible', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?panel=visual')
  await untilSettled(page)
  // The button and the table head are just above the bar, so the first row is behind it.
  await page.getByRole('button', { name: 'Add model' }).evaluate((button) => {
    const bar = document.querySelector('[data-save-bar]')?.getBoundingClientRect().top ?? 0
    scrollBy(0, button.getBoundingClientRect().bottom - bar + 50)
  })
  await page.getByRole('button', { name: 'Add model' }).click()
  await page.locator('input[placeholder="Model name"]:focus').waitFor()
  await expect.poll(() => hiddenFocus(page)).toBe(undefined)
  await leave()
})
