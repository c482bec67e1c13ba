import { afterAll, beforeAll, expect, it } from 'vitest'
import { widths } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests bulk actions on a phone, where lists are cards without a table head. */

const count = 12
let site: Site
beforeAll(async () => {
  site = await startSite()
  for (let i = 1; i <= count; i += 1) {
    await site.admin.createToken({ name: `row-${i}` })
    await site.admin.createChannel({ name: `row-${i}`, key: 'k', base_url: site.url, models: 'gpt-4o' })
    await site.admin.call('POST', '/api/redemption/', { name: `row-${i}`, quota: 1000 })
  }
})
afterAll(() => site?.close())

/** Counts the disabled rows. */
const disabledAt = async (path: string): Promise<number> => {
  const { items } = await site.admin.call<{ items: { status: number }[] }>(
    'GET',
    `${path}?p=1&page_size=100&size=100`,
  )
  return items.filter(({ status }) => status === 2).length
}

it.each([
  ['tokens', '/app/tokens', '/api/token/'],
  ['channels', '/admin/channels', '/api/channel/'],
  ['codes', '/admin/coupons', '/api/redemption/'],
])(
  'on a phone %s are selected one by one or all of the page, and what can be done stays in view',
  async (_name, address, path) => {
    const { page, leave, complaints } = await site.visitSignedIn({ width: widths.phone })
    await page.addInitScript(() => localStorage.setItem('page-size', '20'))
    await page.goto(address)
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
    const bar = page.locator('[data-bulk]')
    const isInView = () =>
      bar.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        const middle = document.elementFromPoint(20, (top + bottom) / 2)
        return top >= 0 && bottom <= innerHeight && element.contains(middle)
      })

    // The tap target is larger than the box, and does not open the card.
    const target = box('row-2').locator('..')
    const size = await target.boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await target.click({ position: { x: 4, y: 4 } })
    await bar.getByText('1 selected').waitFor()
    expect(await box('row-2').isChecked()).toBe(true)
    expect(await page.locator('[data-drawer]').count()).toBe(0)
    await box('row-1').check()
    await bar.getByText('2 selected').waitFor()
    await expect.poll(isInView).toBe(true)

    await bar.getByRole('button', { name: 'Select all on this page' }).click()
    await bar.getByText(`${count} selected`).waitFor()
    expect(await bar.getByRole('button', { name: 'Select all on this page' }).count()).toBe(0)
    await box('row-3').uncheck()
    await bar.getByText(`${count - 1} selected`).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone)
    await bar.getByRole('button', { name: 'Disable' }).click()
    await expect.poll(() => disabledAt(path)).toBe(count - 1)
    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await bar.waitFor({ state: 'detached' })
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()
  },
)
