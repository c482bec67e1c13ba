import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { row, save, saveBar } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests forms that stay open after saving: text typed while the request is under way is kept. */

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.createChannel({ name: 'main', key: 'k', models: 'alpha', group: 'default' })
})
afterAll(() => site?.close())

/** Holds back the responses to requests of a method until they are released. */
async function hold(page: Page, method: string, path: string) {
  const isFree = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    began.resolve()
    await isFree.promise
    return route.fulfill({ response })
  })
  return { began: began.promise, letGo: () => isFree.resolve() }
}

const stored = async (option: string): Promise<string | undefined> => {
  const options = await site.admin.call<{ key: string; value: string }[]>('GET', '/api/option/')
  return options.find(({ key }) => key === option)?.value
}

it('A-ME-17 the account form keeps what is typed while it is saved, and while it is read again', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'sam', password: 'correct-horse' })
  const { page, leave } = await site.visitAs('sam', 'correct-horse')
  await page.goto('/user/edit')
  const [username, name] = [page.getByLabel('Username'), page.getByLabel('Display name')]
  const [password, current] = [
    page.getByLabel('Password', { exact: true }),
    page.getByLabel('Current password'),
  ]
  await username.fill('sam-anew')
  const reading = await hold(page, 'GET', '/api/user/self')
  const saving = await hold(page, 'PUT', '/api/user/self')
  await page.getByRole('button', { name: 'Save' }).click()
  await saving.began
  await name.fill('Sam')
  saving.letGo()
  await page.getByText('User info updated').waitFor()
  await reading.began
  await password.fill('battery-staple')
  await current.fill('correct-horse')
  const wasRead = page.waitForResponse((response) => response.request().method() === 'GET')
  reading.letGo()
  await (await wasRead).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const fields = [username, name, password, current]
  expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual([
    'sam-anew',
    'Sam',
    'battery-staple',
    'correct-horse',
  ])
  await leave()
})

it('personal settings keep what is typed while they are saved', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/me')
  const threshold = page.getByLabel('Low-balance threshold')
  await threshold.fill('200000')
  const saving = await hold(page, 'PUT', '/api/user/setting')
  const button = page.getByRole('tabpanel').getByRole('button', { name: 'Save' })
  await button.click()
  await saving.began
  await threshold.fill('300000')
  saving.letGo()
  await page.getByText('Settings updated').waitFor()
  expect(await threshold.inputValue()).toBe('300000')
  await button.click()
  await expect
    .poll(async () => (await site.admin.call<{ setting: string }>('GET', '/api/user/self')).setting)
    .toContain('300000')
  await leave()
})

it('settings of the site keep what is typed while they are saved, and save it over what was stored', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const field = row(page, 'QuotaForNewUser').getByRole('spinbutton')
  await field.fill('70')
  await row(page, 'QuotaForInviter').getByRole('spinbutton').fill('71')
  const typedBack = row(page, 'QuotaForInvitee').getByRole('spinbutton')
  const former = await typedBack.inputValue()
  await typedBack.fill('73')
  const saving = await hold(page, 'PUT', '/api/option/')
  await save(page)
  await saving.began
  await field.fill('72')
  await typedBack.fill(former)
  saving.letGo()
  await page.getByText('Saved successfully').waitFor()
  expect([await field.inputValue(), await typedBack.inputValue()]).toEqual(['72', former])
  expect(await stored('QuotaForInvitee')).toBe('73')
  await saveBar(page).getByText('2 unsaved changes').waitFor()
  await save(page)
  await expect.poll(() => stored('QuotaForNewUser')).toBe('72')
  await expect.poll(() => stored('QuotaForInvitee')).toBe(former)
  expect(await stored('QuotaForInviter')).toBe('71')
  await saveBar(page).getByText('No unsaved changes').waitFor()
  await leave()
})

it('a setting that the daemon spells in its own way can be saved again while the page is open', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?q=SystemName')
  const field = row(page, 'SystemName').getByRole('textbox')
  await field.fill(' Gate ')
  const saving = await hold(page, 'PUT', '/api/option/')
  await save(page)
  await saving.began
  await field.fill('Gate one')
  saving.letGo()
  // The button is disabled until the first save has ended.
  await save(page)
  await expect.poll(() => stored('SystemName')).toBe('Gate one')
  await leave()
})

it('tables of prices keep what is typed while they are saved', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?panel=model')
  const table = page.getByRole('textbox', { name: 'Cache ratios', exact: true })
  await table.fill('{"alpha": 0.5}')
  const saving = await hold(page, 'PUT', '/api/option/')
  await save(page)
  await saving.began
  await table.fill('{"alpha": 0.25}')
  saving.letGo()
  await page.getByText('1 unsaved change').waitFor()
  expect(await table.inputValue()).toBe('{"alpha": 0.25}')
  await save(page)
  await expect.poll(() => stored('CacheRatio')).toBe('{"alpha": 0.25}')
  await leave()
})
