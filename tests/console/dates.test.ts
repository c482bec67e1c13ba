import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { widths } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { tokensNamed } from './support/tokens.ts'

/** Dates are picked from a calendar, chosen by a preset, or typed. */

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const two = (value: number) => String(value).padStart(2, '0')
const inMonths = (count: number) => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth() + count, 1)
}
const monthName = (date: Date, locale: string) =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(date)
const dayName = (date: Date, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(date)
const dayIn = (month: Date, day: number) => new Date(month.getFullYear(), month.getMonth(), day)
const dateText = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** Opens the calendar of a field with its button. */
const openCalendar = async (page: Page, field: Locator, name = 'Open calendar') => {
  await field.locator('..').getByRole('button', { name }).click()
  const grid = page.getByRole('grid')
  await grid.waitFor()
  return grid
}
const day = (grid: Locator, date: Date, locale = 'en-US') =>
  grid.getByRole('button', { name: dayName(date, locale), exact: true })

it('console 15: the expiry of a token is picked by pointer, with the end of the day first and the time to change', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/app/tokens?edit=new')
  const drawer = page.locator('[data-drawer]')
  await drawer.getByLabel('Name').fill('picked')
  const expires = drawer.getByLabel('Expires')
  const grid = await openCalendar(page, expires)
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('grid', { name: monthName(inMonths(1), 'en-US') }).waitFor()
  await day(grid, dayIn(inMonths(1), 17)).click()
  await expect.poll(() => expires.inputValue()).toBe(`${dateText(dayIn(inMonths(1), 17))} 23:59:59`)
  await page.getByLabel('Time', { exact: true }).fill('25:00')
  await page.getByText('Use the format HH:MM or HH:MM:SS').waitFor()
  expect(await expires.inputValue()).toBe(`${dateText(dayIn(inMonths(1), 17))} 23:59:59`)
  await page.getByLabel('Time', { exact: true }).fill('08:30')
  await page.getByRole('button', { name: 'Done' }).click()
  await grid.waitFor({ state: 'detached' })
  expect(await expires.inputValue()).toBe(`${dateText(dayIn(inMonths(1), 17))} 08:30:00`)
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Token created' }).waitFor()
  const [token] = await tokensNamed(site, 'picked')
  const expected = dayIn(inMonths(1), 17)
  expected.setHours(8, 30)
  expect(token?.expired_time).toBe(expected.getTime() / 1000)
  expect(complaints).toEqual([])
  await leave()
})

it('console 15: keys alone pick a date; Escape closes the calendar and not the form around it', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?edit=new')
  const { keyboard } = page
  const drawer = page.locator('[data-drawer]')
  const expires = drawer.getByLabel('Expires')
  await expires.fill('2031-01-31 10:00:00')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe('Friday, January 31, 2031')
  for (const [key, name] of [
    ['ArrowRight', 'Saturday, February 1, 2031'],
    ['ArrowLeft', 'Friday, January 31, 2031'],
    ['PageDown', 'Friday, February 28, 2031'],
    ['ArrowDown', 'Friday, March 7, 2031'],
    ['ArrowUp', 'Friday, February 28, 2031'],
    ['Home', 'Sunday, February 23, 2031'],
    ['End', 'Saturday, March 1, 2031'],
    ['Shift+PageUp', 'Friday, March 1, 2030'],
    ['PageUp', 'Friday, February 1, 2030'],
  ] as const) {
    await keyboard.press(key)
    await expect.poll(focused).toBe(name)
  }
  await keyboard.press('Enter')
  // The typed time is kept.
  await expect.poll(() => expires.inputValue()).toBe('2030-02-01 10:00:00')
  await keyboard.press('Escape')
  await page.getByRole('grid').waitFor({ state: 'detached' })
  await drawer.getByRole('heading', { name: 'New token' }).waitFor()
  await expect.poll(focused).toBe('Open calendar')
  await leave()
})

it('console 15: in Chinese the calendar is Chinese and its weeks begin on Monday; a code gets its validity from it', async () => {
  const { page, leave } = await site.visitSignedIn({ locale: 'zh-CN', width: widths.phone })
  await page.goto('/admin/coupons?edit=new')
  const drawer = page.locator('[data-drawer]')
  const from = drawer.getByLabel('生效时间')
  const until = drawer.getByLabel('过期时间')
  const month = inMonths(1)
  for (const [field, number, expected] of [
    [from, 5, '00:00:00'],
    [until, 20, '23:59:59'],
  ] as const) {
    const grid = await openCalendar(page, field, '打开日历')
    expect(await grid.getByRole('columnheader').first().textContent()).toBe('一')
    await page.getByRole('button', { name: '下个月' }).click()
    await page.getByRole('grid', { name: monthName(month, 'zh-CN') }).waitFor()
    const box = await grid.boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= widths.phone).toBe(true)
    await day(grid, dayIn(month, number), 'zh-CN').click()
    await page.getByRole('button', { name: '完成' }).click()
    await grid.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe(`${dateText(dayIn(month, number))} ${expected}`)
  }
  await leave()
})

it('console 15: the range of the log is picked from the calendar, whole days on both ends, and stays in the address', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/logs/api-usage?from=all')
  await page.getByRole('button', { name: 'Time: All time' }).click()
  const grid = page.getByRole('grid')
  const month = inMonths(-1)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await day(grid, dayIn(month, 3)).click()
  await day(grid, dayIn(month, 9)).click()
  const start = dayIn(month, 3)
  const end = dayIn(month, 10)
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(`${dateText(start)} 00:00:00`)
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(
    `${dateText(dayIn(month, 9))} 23:59:59`,
  )
  expect(await grid.locator('[aria-selected=true]').count()).toBe(7)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(
    (url) =>
      url.searchParams.get('from') === String(start.getTime() / 1000) &&
      url.searchParams.get('to') === String(end.getTime() / 1000 - 1),
  )
  // A typed date also shows in the calendar.
  await page.getByRole('button', { name: /^Time: / }).click()
  await page.getByLabel('From', { exact: true }).fill('2020-02-29')
  await page.getByRole('grid', { name: 'February 2020' }).waitFor()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.waitForURL((url) => url.searchParams.get('to') === null)
  await leave()
})

it.each([
  ['tasks', '/app/logs/drawing?from=all', 'Submitted'],
  ['the trail', '/admin/trail', 'Time'],
  ['messages', '/admin/messages', 'Created'],
])('console 15: the range of %s is picked from the same calendar', async (_name, path, label) => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto(path)
  const range = page.getByRole('button', { name: new RegExp(`^${label}: `) })
  await range.click()
  const grid = page.getByRole('grid')
  await day(grid, dayIn(inMonths(0), 3)).click()
  await day(grid, dayIn(inMonths(0), 9)).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  const [first, last] = [dateText(dayIn(inMonths(0), 3)), dateText(dayIn(inMonths(0), 9))]
  await page.getByRole('button', { name: `${label}: ${first} 00:00 – ${last} 23:59` }).waitFor()
  await leave()
})

it('console 15: the time before which the log is deleted is picked too', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings#logs')
  const before = page.getByLabel('Clean logs before')
  const offered = new Date(await before.inputValue())
  // A day other than the offered one, in the month that the calendar shows.
  const picked = dayIn(offered, offered.getDate() === 2 ? 3 : 2)
  const grid = await openCalendar(page, before)
  await day(grid, picked).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await grid.waitFor({ state: 'detached' })
  expect((await before.inputValue()).slice(0, 10)).toBe(dateText(picked))
  await leave()
})
