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

/** One mistake of each kind. Tests without a browser check the values of every setting. */
const refusals: readonly (readonly [way: string, key: string, text: string, says: string])[] = [
  ['a number outside its range', 'RetryTimes', '-1', 'Please enter a number from 0 to'],
  ['a fraction where a whole number is needed', 'CheckInQuota', '0.5', 'Please enter a whole number'],
  [
    'an address that only the daemon can check',
    'TopUpLink',
    'shop.example.com',
    'must be an address that begins with',
  ],
  ['a table with a wrong value', 'GroupRatio', '{"vip": -1}', 'vip'],
]

it.each(refusals)(
  'A-OPTG-12 A-OPTG-16 %s is reported beside its field, which gets the focus, and nothing is stored',
  async (_way, key, text, says) => {
    // The previous test has discarded its change, so the page can stay.
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
