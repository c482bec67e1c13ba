import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { discard, row, save, showAsJson } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let page: Page
beforeAll(async () => {
  site = await startSite()
  page = (await site.visitSignedIn()).page
})
afterAll(() => site?.close())

const stored = async (key: string): Promise<string | undefined> =>
  (await site.admin.call<{ key: string; value: string }[]>('GET', '/api/option/')).find(
    (each) => each.key === key,
  )?.value

/** One of each way to be wrong; which texts are wrong for which setting is tested without a browser. */
const refusals: readonly (readonly [way: string, key: string, text: string, says: string])[] = [
  ['a number out of its range', 'RetryTimes', '-1', 'Please enter a number from 0 to'],
  ['what is no whole number', 'CheckInQuota', '0.5', 'Please enter a whole number'],
  ['what only the daemon can judge', 'TopUpLink', 'shop.example.com', 'must be an address that begins with'],
  ['a table with a wrong value', 'GroupRatio', '{"vip": -1}', 'vip'],
]

it.each(refusals)(
  'A-OPTG-12 A-OPTG-16 %s is refused beside its field, which is where one is taken to, and nothing is stored',
  async (_way, key, text, says) => {
    // What the one before had was discarded: the page needs no new load.
    if (!page.url().includes('/admin/settings')) await page.goto('/admin/settings')
    await row(page, 'RetryTimes').waitFor()
    await showAsJson(page)
    const before = await stored(key)
    const control = row(page, key).locator('textarea, input').first()
    await control.fill(text)
    await save(page)
    await row(page, key).getByRole('alert').getByText(says).waitFor()
    await page.getByText('Please check the input').first().waitFor()
    await expect.poll(() => control.evaluate((input) => input === document.activeElement)).toBe(true)
    await discard(page)
    await row(page, key).getByRole('alert').waitFor({ state: 'detached' })
    expect([key, await stored(key)]).toEqual([key, before])
  },
)

it('A-TAB-12 a greatest reward that was set can be left empty again', async () => {
  await site.admin.setOption('CheckInMaxQuota', '5000')
  await page.goto('/admin/settings')
  await row(page, 'CheckInQuota').getByRole('spinbutton').fill('1500')
  await row(page, 'CheckInMaxQuota').getByRole('spinbutton').fill('')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect([await stored('CheckInQuota'), await stored('CheckInMaxQuota')]).toEqual(['1500', ''])
  await page.reload()
  const most = row(page, 'CheckInMaxQuota').getByRole('spinbutton')
  await most.waitFor()
  expect([await most.inputValue(), await most.getAttribute('placeholder')]).toEqual(['', 'Not set'])
})
