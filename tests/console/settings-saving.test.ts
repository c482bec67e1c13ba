import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordUpdates, row, save, showAsJson } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

interface Stored {
  readonly key: string
  readonly value: string
  readonly is_set: boolean
}
const stored = async (key: string): Promise<Stored | undefined> =>
  (await site.admin.call<Stored[]>('GET', '/api/option/')).find((each) => each.key === key)

it('A-OPTG-10 A-TAB-42 a save without an answer, one refused in part and one that is refused alone say so, and keep what was typed', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const fails = async (doesFail: (key: string) => boolean, how: 'cut' | 'refused') =>
    page.route('**/api/option/', async (route) => {
      const key = (route.request().postDataJSON() as { key?: string } | null)?.key
      if (key === undefined || !doesFail(key)) await route.continue()
      else if (how === 'cut') await route.abort()
      else await route.fulfill({ status: 400, json: { success: false, message: 'Not now', code: 'x' } })
    })
  for (const key of ['QuotaForNewUser', 'QuotaForInviter', 'QuotaForInvitee'])
    await row(page, key).getByRole('spinbutton').fill('70')
  await fails(() => true, 'cut')
  await save(page)
  await page.getByText('Save failed, please retry').waitFor()
  await page.getByText('3 unsaved changes').waitFor()
  await page.unroute('**/api/option/')
  await fails((key) => key === 'QuotaForInviter', 'refused')
  await save(page)
  await page.getByText('Some saves failed, please retry').waitFor()
  await row(page, 'QuotaForInviter').getByText('Not now').waitFor()
  await page.getByText('1 unsaved change').waitFor()
  await save(page)
  await page.getByText('Update failed').waitFor()
  expect(await row(page, 'QuotaForInviter').getByRole('spinbutton').inputValue()).toBe('70')
  await page.unroute('**/api/option/')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  for (const key of ['QuotaForNewUser', 'QuotaForInviter', 'QuotaForInvitee'])
    expect((await stored(key))?.value).toBe('70')
  await leave()
})

it('A-TAB-42 a save whose settings cannot be read again says that the refresh failed', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  await row(page, 'CheckInQuota').getByRole('spinbutton').fill('5000')
  await page.route('**/api/option/', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 500, json: { success: false, message: 'broken', code: 'internal' } })
      : route.continue(),
  )
  await save(page)
  await page.getByText('Refresh failed').waitFor()
  expect((await stored('CheckInQuota'))?.value).toBe('5000')
  await leave()
})

it('what the daemon would refuse is told beside its field before anything is saved', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const updates = recordUpdates(page)
  await page.locator('#groups').waitFor()
  await showAsJson(page)
  await row(page, 'GroupRatio').locator('textarea').fill('{"vip": -1}')
  await row(page, 'UserUsableGroups').locator('textarea').fill('{"vip": "VIP"}')
  await save(page)
  await page.getByText('Please check the input').waitFor()
  await row(page, 'GroupRatio').getByRole('alert').getByText('vip').waitFor()
  expect(updates).toEqual([])
  await leave()
})

it('a setting that somebody else changed meanwhile is not overwritten unseen', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  await row(page, 'RetryTimes').getByRole('spinbutton').fill('4')
  await site.admin.setOption('RetryTimes', '9')
  await save(page)
  await page.getByText('Update failed').waitFor()
  expect((await stored('RetryTimes'))?.value).toBe('9')
  expect(await row(page, 'RetryTimes').getByRole('spinbutton').inputValue()).toBe('4')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect((await stored('RetryTimes'))?.value).toBe('4')
  await leave()
})

it('the search finds by name, key and section, in the address, and saves what it found', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  await page.getByRole('tab', { name: 'Operation', selected: true }).waitFor()
  await page.getByLabel('Search all settings').fill('telegram bot name')
  await page.waitForURL('**/admin/settings?q=*')
  await page.getByText('1 setting found').waitFor()
  await page.goto('/admin/settings?q=checkinmax')
  await row(page, 'CheckInMaxQuota').getByRole('spinbutton').fill('9000')
  expect(await page.locator('[data-option]').count()).toBe(1)
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect((await stored('CheckInMaxQuota'))?.value).toBe('9000')
  await page.goto('/admin/settings?q=telegram+login')
  await row(page, 'TelegramBotToken').waitFor()
  await page.goto('/admin/settings?q=nothing-like-it')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('tab', { name: 'Operation', selected: true }).waitFor()
  await leave()
})

it('what is typed stays while other tabs and pages are looked at', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  await row(page, 'SensitiveWords').locator('textarea').fill('first\nsecond')
  await page.getByRole('tab', { name: 'Models', exact: true }).click()
  await page.getByRole('link', { name: 'API tokens' }).click()
  await page.waitForURL('**/app/tokens')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  expect(await row(page, 'SensitiveWords').locator('textarea').inputValue()).toBe('first\nsecond')
  await page.getByText('1 unsaved change').waitFor()
  await leave()
})
