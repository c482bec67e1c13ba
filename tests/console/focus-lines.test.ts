import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { widths } from './support/browser.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests that the focus ring is around the control in use, and nowhere else. */

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.createChannel({ name: 'one', key: 'k', models: 'gpt-4o' })
  await site.admin.createToken({ name: 'ci' })
})
afterAll(() => site?.close())

/** Returns the focused elements that draw an outline, except controls. */
const strayLines = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':focus')].flatMap((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const isDrawn = outlineStyle !== 'none' && outlineWidth !== '0px'
      const isControl = element.matches('input, textarea, select, button, a, [role=tab], [role=option], tr')
      return isDrawn && !isControl ? [`${element.tagName} ${element.getAttribute('role')}`] : []
    }),
  )
/** Takes a picture of the bottom three pixel rows of the window. */
const footOf = async (page: Page) => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  return (await page.screenshot({ clip: { x: 0, y: height - 3, width, height: 3 } })).toString('base64')
}

it.each([
  ['a new token', '/app/tokens', 'New token'],
  ['new codes', '/admin/coupons', 'New codes'],
  ['a new channel', '/admin/channels', 'Add channel'],
  ['a new user', '/admin/users', 'New user'],
  ['a new message', '/admin/messages', 'New message'],
])(
  'console 12: the drawer of %s draws no line of its own, opened by pointer or keyboard',
  async (_name, path, button) => {
    const { page, leave } = await site.visitSignedIn()
    for (const isByKey of [false, true]) {
      await page.goto(path)
      const opener = page.getByRole('button', { name: button, exact: true }).first()
      await opener.waitFor()
      await untilSettled(page)
      if (isByKey) {
        await opener.focus()
        await page.keyboard.press('Enter')
      } else await opener.click()
      const drawer = page.locator('[data-drawer]')
      await drawer.waitFor()
      await untilSettled(page)
      expect(await strayLines(page)).toEqual([])
      // A click on empty space focuses the dialog itself, which used to draw a line at the bottom.
      await page.evaluate(() => document.querySelector<HTMLElement>('[role=dialog]')?.focus())
      const before = await footOf(page)
      expect(await strayLines(page)).toEqual([])
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      expect(await footOf(page)).toBe(before)
    }
    await leave()
  },
)

it.each([
  ['the palette', '/app/tokens', (page: Page) => page.keyboard.press('Control+k'), widths.desktop],
  [
    'a question',
    '/app/tokens',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Actions on ci' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
    widths.desktop,
  ],
  [
    'the sidebar of a phone',
    '/app/tokens',
    (page: Page) => page.getByRole('button', { name: 'Open menu' }).click(),
    widths.phone,
  ],
])('console 12: %s draws no line of its own either', async (_name, path, open, width) => {
  const { page, leave } = await site.visitSignedIn({ width })
  await page.goto(path)
  await untilSettled(page)
  await open(page)
  const dialog = page.getByRole('dialog').first()
  await dialog.waitFor({ state: 'attached' })
  expect(await strayLines(page)).toEqual([])
  await dialog.evaluate((element: HTMLElement) => element.focus())
  expect(await strayLines(page)).toEqual([])
  await leave()
})

it.each([
  ['settings', '/admin/settings', 'System', 'Other'],
  ['a channel', '/channel/add', 'Routing', 'Basics'],
])(
  'console 12: a tab of %s has no box after a click, also after typing, and one where keys lead',
  async (_name, path, first, second) => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto(path)
    const ring = (name: string) =>
      page
        .getByRole('tab', { name, exact: true })
        .evaluate((tab) => getComputedStyle(tab).outlineStyle !== 'none')
    await page.getByRole('tab', { name: first, exact: true }).click()
    expect(await ring(first)).toBe(false)
    await page.getByRole('textbox').first().press('End')
    await page.getByRole('tab', { name: second, exact: true }).click()
    await expect
      .poll(() => page.getByRole('tab', { name: second, exact: true }).getAttribute('aria-selected'))
      .toBe('true')
    expect(await ring(second)).toBe(false)
    await page.keyboard.press('ArrowLeft')
    const focused = page.locator('[role=tab]:focus')
    await expect.poll(() => focused.evaluate((tab) => getComputedStyle(tab).outlineStyle)).toBe('solid')
    await leave()
  },
)
