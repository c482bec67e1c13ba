import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeRows } from './support/calls.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  const { admin } = site
  await admin.createToken({ name: 'one' })
  await admin.createChannel({ name: 'one', key: 'k', base_url: site.url, models: 'gpt-4o' })
  await admin.call('POST', '/api/redemption/', { name: 'one', quota: 1000 })
  await admin.call('POST', '/api/user/credit', { id: 1, delta: '1000' })
  await admin.call('POST', '/api/admin/messages', { title: 'one', content: 'one', user_ids: [1] })
  writeRows(site, [{}])
})
afterAll(() => site?.close())

const shared = {
  users: '/admin/users',
  channels: '/admin/channels',
  tokens: '/app/tokens',
  codes: '/admin/coupons',
  logs: '/app/logs/api-usage',
} as const
/** Tables that the specification does not name. */
const more = {
  'entries of the wallet': '/app/wallet',
  'prices of the settings': '/admin/settings?panel=visual',
  prices: '/pricing',
  messages: '/admin/messages',
} as const

const sizeAt = async (page: Page, path: string) => {
  await page.goto(path)
  const size = page.getByLabel('Rows per page')
  await size.waitFor()
  return size
}
const stored = (page: Page, key = 'page-size') => page.evaluate((name) => localStorage.getItem(name), key)

it('A-CONST-04 in a new profile every table has 10 rows a page, or 20, 50, 100 if one likes', async () => {
  const { page, leave } = await site.visitSignedIn()
  for (const [name, path] of Object.entries({ ...shared, ...more })) {
    const size = await sizeAt(page, path)
    const choices = await size
      .locator('option')
      .evaluateAll((each) => each.map((o) => (o as HTMLOptionElement).value))
    expect([name, await size.inputValue(), choices]).toEqual([name, '10', ['10', '20', '50', '100']])
    expect(await stored(page)).toBeNull()
  }
  await leave()
})

it('A-STORE-04 A-CONST-04 what is chosen in one of the five tables holds in the others and after a reload, not for messages', async () => {
  const { page, leave } = await site.visitSignedIn()
  let before = '10'
  const sizes = ['20', '50', '100', '50', '20']
  for (const path of Object.values(shared)) {
    const size = await sizeAt(page, path)
    expect([path, await size.inputValue()]).toEqual([path, before])
    before = sizes.shift() ?? ''
    await size.selectOption(before)
    await expect.poll(() => stored(page)).toBe(before)
  }
  await page.reload()
  await page.getByLabel('Rows per page').waitFor()
  expect(await page.getByLabel('Rows per page').inputValue()).toBe('20')
  expect(await (await sizeAt(page, shared.users)).inputValue()).toBe('20')
  const messages = await sizeAt(page, more.messages)
  expect(await messages.inputValue()).toBe('10')
  await messages.selectOption('50')
  await expect.poll(() => stored(page, 'message-page-size')).toBe('50')
  expect(await stored(page)).toBe('20')
  await leave()
})

it('A-CONST-04 a stored size that is none of the four counts as 10', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.addInitScript(() => localStorage.setItem('page-size', '7'))
  expect(await (await sizeAt(page, shared.tokens)).inputValue()).toBe('10')
  await leave()
})
