import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCalls, writeRows } from './support/calls.ts'
import { type Site, startSite } from './support/site.ts'

const path = '/app/logs/api-usage'
const evil = '<img src=x onerror="window.pwned=1"><script>window.pwned=2</script>'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await makeCalls(site)
})
afterAll(() => site?.close())

const rows = (page: Page) => page.locator('tbody tr[data-row]')
const adminHeads = ['User', 'Channel', 'Retry']

it('C-LOG-01 C-LOG-08 C-LOG-09 administrators see users, channels and retries, and open the account behind a row', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto(path)
  await rows(page).first().waitFor()
  for (const name of adminHeads) await page.getByRole('columnheader', { name, exact: true }).waitFor()
  await page.getByLabel('Username', { exact: true }).fill('root')
  await page.getByLabel('Channel ID').fill('2')
  await expect.poll(() => new URL(page.url()).searchParams.get('channel')).toBe('2')
  await expect
    .poll(async () => (await rows(page).allTextContents()).every((text) => text.includes('2 data-second')))
    .toBe(true)
  await page.getByRole('button', { name: 'User details: root' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Display name').waitFor()
  expect(new URL(page.url()).searchParams.get('user')).toBe('1')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await leave()
})

it('C-LOG-09 an account of a higher level is refused in the words of the server', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'boss', password: 'long-enough' })
  const { items } = await site.admin.call<{ items: { id: number }[] }>('GET', '/api/user/search?keyword=boss')
  await site.admin.call('POST', '/api/user/manage', { id: items[0]?.id, action: 'promote' })
  const { page, leave } = await site.visitAs('boss', 'long-enough')
  await page.goto(path)
  await page.locator('tbody').getByRole('button', { name: 'root' }).first().click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  expect(await page.getByRole('dialog').getByText('Display name').count()).toBe(0)
  await leave()
})

it('the refusal is drawn also when the dialog itself is fetched after it', async () => {
  const { page, leave } = await site.visitSignedIn()
  const refusal = page.waitForResponse((response) => response.url().endsWith('/api/user/4711'))
  await page.route(/\/dialog-window-[^/]*\.js/, async (route) => {
    await (await refusal).finished()
    await route.continue()
  })
  await page.goto(`${path}?user=4711`)
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await leave()
})

it('C-LOG-01 C-LOG-08 users see their own rows, and neither channels nor the filters for them', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'plain', password: 'long-enough' })
  const { page, complaints, leave } = await site.visitAs('plain', 'long-enough')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/log/')) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(`${path}?channel=1&username=root&from=all`)
  await page.getByText('No logs yet.').or(page.getByText('System')).first().waitFor()
  for (const name of adminHeads)
    expect(await page.getByRole('columnheader', { name, exact: true }).count()).toBe(0)
  expect(await page.getByLabel('Username', { exact: true }).count()).toBe(0)
  expect(await page.getByLabel('Channel ID').count()).toBe(0)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((each) => !each.startsWith('/api/log/self'))).toEqual([])
  expect(complaints).toEqual([])
  await leave()
})

it('what callers write into the log runs nothing and stands there as it is', async () => {
  const other = {
    input_content: evil,
    output_content: evil,
    upstream_model_name: evil,
    is_model_mapped: true,
  }
  writeRows(site, [
    { model: evil, token_name: evil, content: evil, group_name: evil, other: JSON.stringify(other) },
    { model: 'odd', token_name: 'odd', other: '{"frt":"x","admin_info":[1]' },
    {
      model: 'odd',
      token_name: 'odd',
      other: '{"frt":"x","model_ratio":{},"error_code":7,"admin_info":{"use_channel":"1"},"usage_flags":{}}',
    },
  ])
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto(`${path}?model_name=${encodeURIComponent(evil)}`)
  await rows(page).getByText(evil).first().waitFor()
  await rows(page)
    .getByRole('button', { name: /Details of/ })
    .click()
  await page.getByLabel('Output', { exact: true }).waitFor()
  expect(await page.getByLabel('Output', { exact: true }).inputValue()).toBe(evil)
  await page.goto(`${path}?token_name=odd`)
  await rows(page).nth(1).waitFor()
  await rows(page)
    .first()
    .getByRole('button', { name: /Details of/ })
    .click()
  await page.locator('[data-detail]').waitFor()
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(complaints).toEqual([])
  await leave()
})

it('rows are opened and walked with the keyboard alone', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto(`${path}?model_name=gpt-4o`)
  await rows(page).nth(1).waitFor()
  await page.locator('#content').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('[data-detail]').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('[data-detail]').waitFor({ state: 'detached' })
  await leave()
})
