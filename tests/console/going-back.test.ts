import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeRows } from './support/calls.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  const { admin } = site
  await admin.createChannel({ name: 'one', key: 'k', base_url: site.url, models: 'gpt-4o' })
  await admin.call('POST', '/api/redemption/', { name: 'one', quota: 1000, count: 1 })
  await admin.createToken({ name: 'one' })
  await admin.createChannel({ name: 'two', key: 'k', base_url: site.url, models: 'gpt-4o', tag: 'grouped' })
  await admin.call('POST', '/api/admin/messages', { title: 'one', content: 'x', user_ids: [1] })
  writeRows(site, [{}])
})
afterAll(() => site?.close())

/** Opens a page, and pauses its clock once the page is there. */
const open = async (page: Page, path: string, label: string) => {
  await page.clock.resume()
  await page.goto(path)
  const field = page.getByRole('searchbox', { name: label, exact: true })
  await field.waitFor()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  return field
}

/** Fills in the search field at once, and lets the search start. */
const type = async (page: Page, label: string, text: string) => {
  await page.getByRole('searchbox', { name: label, exact: true }).fill(text)
  await page.clock.runFor(400)
}
const entry = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

const searches = [
  ['/app/tokens', 'Name', 'keyword'],
  ['/admin/users', 'ID, username, display name or email', 'keyword'],
  ['/admin/channels', 'Name or ID', 'keyword'],
  ['/admin/coupons', 'Start of the name, or ID', 'keyword'],
  ['/app/logs/api-usage', 'Model (% = anything)', 'model_name'],
  ['/app/logs/tasks', 'Task ID', 'id'],
  ['/pricing', 'Model name', 'q'],
  ['/admin/settings', 'Search all settings', 'q'],
] as const

it('each search is one step to go back to, its letters are none, and the field shows what is searched for', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.clock.install()
  for (const [path, label, name] of searches) {
    await page.goto('/about')
    const field = await open(page, path, label)
    for (const text of ['o', 'on', 'one']) await type(page, label, text)
    expect([path, entry(page, name)]).toEqual([path, 'one'])
    await page.clock.runFor(5000)
    for (const text of ['t', 'two']) await type(page, label, text)
    await field.press('Enter')
    expect([path, entry(page, name)]).toEqual([path, 'two'])
    await page.goBack()
    expect([path, entry(page, name)]).toEqual([path, 'one'])
    await expect.poll(() => field.inputValue()).toBe('one')
    await page.goBack()
    expect([path, entry(page, name)]).toEqual([path, null])
    await expect.poll(() => field.inputValue()).toBe('')
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/about')
  }
  expect(complaints).toEqual([])
  await leave()
})

it('going back while a search is being typed drops what was typed', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.clock.install()
  const field = await open(page, '/app/tokens', 'Name')
  await type(page, 'Name', 'one')
  await field.fill('one m')
  await page.goBack()
  await page.clock.runFor(1000)
  expect(entry(page, 'keyword')).toBe(null)
  expect(await field.inputValue()).toBe('')
  await leave()
})

it('a search that is cleared at once leaves no step behind, and the one after it is a step', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.clock.install()
  for (const [path, label, name] of searches) {
    await page.goto('/about')
    const field = await open(page, path, label)
    for (const text of ['o', 'one', '']) await type(page, label, text)
    await expect.poll(() => [path, entry(page, name)]).toEqual([path, null])
    expect(await field.inputValue()).toBe('')
    await page.goBack()
    expect([path, new URL(page.url()).pathname]).toEqual([path, '/about'])
  }
  await open(page, '/app/tokens', 'Name')
  for (const text of ['one', '', 'two']) await type(page, 'Name', text)
  await page.goBack()
  expect([new URL(page.url()).pathname, entry(page, 'keyword')]).toEqual(['/app/tokens', null])
  expect(complaints).toEqual([])
  await leave()
})

const opened = (page: Page) => page.getByRole('dialog')
const cross = (page: Page) => opened(page).getByRole('button', { name: 'Close', exact: true }).first()

it('closing what a list opened takes that step back: the next step back leaves the list', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  for (const [path, openIt] of [
    ['/app/tokens', () => row('one').click()],
    ['/admin/users?role=100', () => row('root').click()],
    ['/admin/channels?id_sort=true', () => row('one').click()],
    ['/admin/channels?tag_mode=true', () => press('Edit the tag grouped')],
    ['/admin/coupons', () => row('one').click()],
    ['/admin/messages', () => row('one').click()],
    ['/admin/messages', () => press('New message')],
    ['/pricing', () => row('gpt-4o').click()],
    ['/app/logs/api-usage?from=all', () => press('User details: root')],
  ] as const) {
    await page.goto('/about')
    await page.goto(path)
    const list = page.url()
    await openIt()
    await cross(page).waitFor()
    expect(page.url()).not.toBe(list)
    await cross(page).click()
    await opened(page).waitFor({ state: 'detached' })
    await page.waitForURL(list)
    await page.goForward()
    await cross(page).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(list)
    await page.goBack()
    expect([path, new URL(page.url()).pathname]).toEqual([path, '/about'])
  }
  expect(complaints).toEqual([])
  await leave()
})

it('a double click on the cross leaves the drawer alone, and a drawer that a link opened leads to its list', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/about')
  await page.goto('/app/tokens')
  await page.getByRole('row').filter({ hasText: 'one' }).click()
  await cross(page).waitFor()
  // Two clicks in a row, before the browser has gone back.
  await cross(page).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await opened(page).waitFor({ state: 'detached' })
  await page.waitForURL('**/app/tokens')
  await page.goto('/about')
  await page.goto('/app/tokens?edit=new')
  await cross(page).click()
  await page.waitForURL('**/app/tokens')
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe('/about')
  await leave()
})
