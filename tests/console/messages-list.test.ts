import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Visitor, VisitorOptions } from './support/browser.ts'
import { attack, isUntouched } from './support/malicious.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let rootId: number
beforeAll(async () => {
  site = await startSite()
  rootId = (await site.admin.call<{ id: number }>('GET', '/api/user/self')).id
})
afterAll(() => site?.close())

const visitors: Visitor[] = []
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave()
})
const open = async (path = '/admin/messages', options: VisitorOptions = {}) => {
  const visitor = await site.visitSignedIn(options)
  visitors.push(visitor)
  await visitor.page.goto(path)
  return visitor.page
}
const send = (fields: Readonly<Record<string, unknown>>) =>
  site.admin.call<{ id: number }>('POST', '/api/admin/messages', {
    title: 'News',
    content: 'Something is new.',
    user_ids: [rootId],
    ...fields,
  })

it('says that messages could not be loaded, and why, and tries again', async () => {
  const page = await open('/app/tokens')
  let isBroken = true
  await page.route('**/api/admin/messages?*', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { success: false, message: 'storage is away', code: 'internal' } })
      : route.continue(),
  )
  await page.goto('/admin/messages')
  await page.getByText('Failed to load messages').waitFor()
  await page.getByText('storage is away').waitFor()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No messages yet.').waitFor()
})

it('C-MSG-02 C-MSG-03 has the columns that are asked for; the first page is asked for as page 0', async () => {
  await send({ title: 'Markdown one' })
  const page = await open('/app/tokens')
  const asked = page.waitForRequest((request) => request.url().includes('/api/admin/messages?'))
  await page.goto('/admin/messages')
  expect(new URL((await asked).url()).searchParams.get('p')).toBe('0')
  await page
    .getByRole('row')
    .filter({ hasText: 'Markdown one' })
    .getByText('Markdown', { exact: true })
    .waitFor()
  const heads = await page.getByRole('columnheader').allTextContents()
  expect(heads).toEqual(['ID', 'Title', 'Format', 'Recipients', 'Read', 'Created', 'Actions'])
})

it('C-MSG-04 the query finds words of title and content, and days with the last one included', async () => {
  await send({ title: 'Summer prices' })
  await send({ title: 'Other', content: 'in SUMMER all is cheaper' })
  const page = await open()
  await page.getByLabel('Title or content').fill('summer')
  // Typing alone does not start a search.
  await page.getByText('Markdown one').waitFor()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(3)
  expect(new URL(page.url()).search).toBe('?keyword=summer')
  await page.getByRole('button', { name: /^Created:/ }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('No matching messages.').waitFor()
  await page.getByRole('button', { name: /^Created:/ }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByLabel('Title or content').press('Enter')
  await page.getByText('Summer prices').waitFor()
  await page.goBack()
  await page.getByText('No matching messages.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByText('Markdown one').waitFor()
})

it('C-MSG-05 C-STORE-02 the number of rows on a page is remembered as message-page-size', async () => {
  for (let each = 1; each <= 12; each += 1) await send({ title: `Row ${each}` })
  const page = await open()
  await page.getByText('Row 12').waitFor()
  expect(await page.getByRole('row').count()).toBe(11)
  const sizes = page.getByLabel('Rows per page')
  expect(await sizes.getByRole('option').allTextContents()).toEqual([
    '10 per page',
    '20 per page',
    '50 per page',
    '100 per page',
  ])
  await sizes.selectOption('20')
  await page.getByText('Row 1', { exact: true }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('message-page-size'))).toBe('20')
  await page.reload()
  await page.getByText('Row 1', { exact: true }).waitFor()
  expect(await sizes.inputValue()).toBe('20')
})

it('nothing in a message runs where administrators read, write and delete it', async () => {
  const title = '<img src=x onerror=pwned=7>'
  const { id } = await send({ title, content: attack, format: 'html' })
  const page = await open()
  await page.getByText(title).waitFor()
  await page.getByRole('button', { name: title, exact: true }).click()
  await page.getByText('harmless text').waitFor()
  await isUntouched(page)
  await page.goto(`/admin/messages?edit=${id}`)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.getByText('harmless text').waitFor()
  await isUntouched(page)
  await page.goto('/admin/messages')
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByText('Are you sure you want to delete this message?').waitFor()
  await isUntouched(page)
})
