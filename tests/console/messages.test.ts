import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { RefusedCall } from '../support/gateway/admin.ts'
import type { Visitor, VisitorOptions } from './support/browser.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

interface Message {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly format: string
  readonly stats: { readonly total_recipients: number; readonly read_count: number }
}

const password = 'correct-horse'
let site: Site
const ids: number[] = []
beforeAll(async () => {
  site = await startSite()
  for (let each = 1; each <= 25; each += 1) {
    const username = `person-${String(each).padStart(2, '0')}`
    ids.push((await site.admin.call<{ id: number }>('POST', '/api/user/', { username, password })).id)
  }
})
afterAll(() => site?.close())

const visitors: Visitor[] = []
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave()
})
const open = async (path = '/admin/messages', options: VisitorOptions = {}): Promise<Page> => {
  const visitor = await site.visitSignedIn(options)
  visitors.push(visitor)
  await visitor.page.goto(path)
  return visitor.page
}
const messages = async (keyword = '') =>
  (
    await site.admin.call<{ items: Message[] }>(
      'GET',
      `/api/admin/messages/search?page_size=100&keyword=${encodeURIComponent(keyword)}`,
    )
  ).items
const send = (fields: Readonly<Record<string, unknown>> = {}) =>
  site.admin.call<Message>('POST', '/api/admin/messages', {
    title: 'News',
    content: 'Something is new.',
    user_ids: [ids[0]],
    ...fields,
  })
/** Signs a user in with their own browser profile and opens a page. */
const visitAs = async (username: string): Promise<Page> => {
  const visitor = await site.visitAs(username, password)
  visitors.push(visitor)
  await visitor.page.goto('/app/tokens')
  return visitor.page
}
const drawerOf = (page: Page) => page.locator('[data-drawer]')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

it('a new message begins in its title', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'New message' }).first().focus()
  await page.keyboard.press('Enter')
  const title = page.getByRole('dialog').getByLabel('Title')
  await title.waitFor()
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
})

it('C-MSG-01 is for administrators: others are sent home, have no entry, and the daemon refuses them', async () => {
  const page = await visitAs('person-25')
  await page.getByRole('link', { name: 'API tokens' }).waitFor()
  expect(await page.getByRole('link', { name: 'Messages' }).count()).toBe(0)
  await page.goto('/admin/messages')
  await page.waitForURL((url) => url.pathname === '/')
  const admin = await open('/app/tokens')
  await admin.getByRole('link', { name: 'Messages' }).click()
  await admin.getByText('No messages yet.').waitFor()
  await admin.getByText('tollgate api POST /api/admin/messages').waitFor()
})

it('C-MSG-12 says what is missing beside each field, and the daemon refuses the same', async () => {
  const page = await open('/admin/messages?edit=new')
  const drawer = drawerOf(page)
  await drawer.getByLabel('Title').fill('   ')
  await drawer.getByRole('button', { name: 'Send' }).click()
  for (const text of [
    'Please enter a message title',
    'Please enter message content',
    'Please choose at least one recipient',
  ])
    await drawer.getByText(text).waitFor()
  await drawer.getByLabel('Title').fill('x'.repeat(201))
  await drawer.getByText('The title may have at most 200 characters').waitFor()
  await drawer.getByLabel('Content').fill('x'.repeat(20_001))
  await drawer.getByText('The content may have at most 20,000 characters').waitFor()
  expect(await messages()).toEqual([])
  for (const wrong of [{ title: ' ' }, { content: '\n' }, { user_ids: [] }])
    await expect(send(wrong)).rejects.toThrow(RefusedCall)
  // Closing the drawer by accident loses nothing.
  await page.keyboard.press('Escape')
  await page.getByText('Unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await drawer.getByLabel('Title').inputValue()).toBe('x'.repeat(201))
})

it('C-MSG-11 C-MSG-13 recipients are chosen twenty at a time; the choice survives paging and searching, and only they get the message', async () => {
  const page = await open('/admin/messages?edit=new')
  const drawer = drawerOf(page)
  const boxes = drawer.getByRole('checkbox')
  await boxes.first().waitFor()
  expect(await boxes.count()).toBe(20)
  await drawer.getByRole('checkbox', { name: /person-25/ }).check()
  await drawer.getByRole('button', { name: 'Next page' }).click()
  await drawer.getByRole('checkbox', { name: /person-01/ }).check()
  await drawer.getByLabel('Search users').fill('person-1')
  await drawer.getByRole('checkbox', { name: /person-19/ }).waitFor()
  expect(await boxes.count()).toBe(10)
  await drawer.getByRole('checkbox', { name: /person-13/ }).check()
  await drawer.getByText('3 chosen').waitFor()
  await drawer.getByLabel('Search users').fill('')
  await drawer.getByRole('checkbox', { name: /person-25/ }).waitFor()
  expect(await drawer.getByRole('checkbox', { name: /person-25/ }).isChecked()).toBe(true)
  expect(await drawer.getByRole('checkbox', { name: /person-24/ }).isChecked()).toBe(false)

  await drawer.getByLabel('Title').fill('  Hello three ')
  await drawer.getByText('HTML', { exact: true }).click()
  await drawer.getByLabel('Content').fill('<b>bold</b>\n')
  await drawer.getByRole('tab', { name: 'Preview' }).click()
  await drawer.locator('b').waitFor()
  await drawer.getByRole('button', { name: 'Send' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.form?.requestSubmit()
  })
  await page.getByText('Message sent to 3 users').waitFor()
  await row(page, 'Hello three').getByText('HTML').waitFor()
  const sent = await messages('Hello three')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ title: 'Hello three', content: '<b>bold</b>', format: 'html' })
  const { items } = await site.admin.call<{ items: { username: string }[] }>(
    'GET',
    `/api/admin/messages/${sent[0]?.id}/recipients`,
  )
  expect(items.map(({ username }) => username)).toEqual(['person-01', 'person-13', 'person-25'])
})

it('all users are chosen at once, deactivated ones not', async () => {
  const { id } = await site.admin.call<{ id: number }>('POST', '/api/user/', { username: 'gone', password })
  await site.admin.call('POST', '/api/user/manage', { id, action: 'delete' })
  const page = await open('/admin/messages?edit=new')
  const drawer = drawerOf(page)
  await drawer.getByRole('checkbox', { name: /gone/ }).waitFor()
  expect(await drawer.getByRole('checkbox', { name: /gone/ }).isDisabled()).toBe(true)
  await drawer.getByRole('button', { name: 'Choose all users' }).click()
  // Everybody except the deleted user: 25 users and the super administrator.
  await drawer.getByText('26 chosen').waitFor()
  await drawer.getByLabel('Title').fill('To everybody')
  await drawer.getByLabel('Content').fill('x')
  await drawer.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Message sent to 26 users').waitFor()
  // The sender's own bell updates at once.
  await page.getByRole('link', { name: /^Inbox: \d+ unread/ }).waitFor()
})

it('C-CONST-01 C-MSG-07 C-MSG-08 C-MSG-09 C-MSG-10 the editor is 900 px wide, full width on a phone, shows what is known, and saves trimmed; read states stay', async () => {
  const { id } = await send({ title: 'Editable', user_ids: ids.slice(0, 11) })
  const reader = await visitAs('person-11')
  await reader.goto(`/app/inbox/${id}`)
  await reader.getByText(/^Read /).waitFor()

  const page = await open('/admin/messages')
  await page.getByRole('button', { name: 'Edit Editable' }).click()
  const drawer = drawerOf(page)
  await drawer.getByRole('heading', { name: 'Edit message' }).waitFor()
  expect((await drawer.boundingBox())?.width).toBe(900)
  const facts = async () => {
    const [own, , recipients, readers] = await drawer.locator('dd').allTextContents()
    return [own, recipients, readers]
  }
  await expect.poll(facts).toEqual([String(id), '11', '1'])
  expect(await drawer.getByLabel('Content').getAttribute('rows')).toBe('8')
  const recipients = drawer.getByRole('region', { name: 'Recipients' })
  await recipients.getByText('1–10 of 11').waitFor()
  expect(await recipients.getByRole('row').count()).toBe(11)
  await recipients.getByRole('button', { name: 'Next page' }).click()
  await recipients.getByText('person-11').waitFor()
  expect(await recipients.getByRole('row').nth(1).textContent()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)

  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You seem to have changed nothing').waitFor()
  await drawer.getByLabel('Title').fill('  Edited ')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Message updated').waitFor()
  await row(page, 'Edited').waitFor()
  expect(await messages('Edited')).toMatchObject([
    { id, title: 'Edited', stats: { total_recipients: 11, read_count: 1 } },
  ])

  const phone = await open(`/admin/messages?edit=${id}`, { width: 375 })
  await drawerOf(phone).getByRole('heading', { name: 'Edit message' }).waitFor()
  expect((await drawerOf(phone).boundingBox())?.width).toBe(375)
})

it('two tabs that change different parts of one message keep both changes, also when one is undone', async () => {
  const { id } = await send({ title: 'Both', content: 'As it was.' })
  const pages = [await open(`/admin/messages?edit=${id}`), await open(`/admin/messages?edit=${id}`)] as const
  const save = async (page: Page) => {
    await drawerOf(page).getByRole('button', { name: 'Save' }).click()
    await drawerOf(page).waitFor({ state: 'detached' })
  }
  const stored = async () => {
    const { title, content } = await site.admin.call<Message>('GET', `/api/admin/messages/${id}`)
    return [title, content]
  }
  for (const page of pages) await drawerOf(page).getByLabel('Title').waitFor()
  await drawerOf(pages[0]).getByLabel('Title').fill('Both of them')
  await drawerOf(pages[1]).getByLabel('Content').fill('As it is now.')
  await save(pages[0])
  await save(pages[1])
  expect(await stored()).toEqual(['Both of them', 'As it is now.'])
  await pages[1].getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stored).toEqual(['Both of them', 'As it was.'])
})

it('C-MSG-14 a view shows the message with its recipients', async () => {
  const { id } = await send({ title: 'Viewed', content: '## A head', user_ids: [ids[0], ids[1]] })
  const page = await open('/admin/messages')
  await page.getByRole('button', { name: 'Viewed', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'A head' }).waitFor()
  await dialog.getByText('person-02').waitFor()
  expect(new URL(page.url()).search).toBe(`?view=${id}`)
  await page.goBack()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

it('C-MSG-06 deletes after a warning, and it is gone from the inbox of the recipient', async () => {
  await send({ title: 'Deletable', user_ids: [ids[2]] })
  const reader = await visitAs('person-03')
  await reader.goto('/app/inbox')
  await reader.getByText('Deletable').waitFor()
  const unread = async () => Number((await reader.locator('[data-unread]').allTextContents())[0] ?? 0)
  await expect.poll(unread).toBeGreaterThan(0)
  const before = await unread()
  const page = await open('/admin/messages')
  await page.getByRole('button', { name: 'Delete Deletable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Are you sure you want to delete this message?').waitFor()
  await dialog
    .getByText("The message and every user's receipt of it are removed. This cannot be undone.")
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await messages('Deletable')).toHaveLength(1)
  await page.getByRole('button', { name: 'Delete Deletable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Message deleted').waitFor()
  expect(await messages('Deletable')).toEqual([])
  await reader.reload()
  await reader.getByRole('heading', { name: 'Inbox' }).waitFor()
  await untilSettled(reader)
  expect(await reader.getByText('Deletable').count()).toBe(0)
  await expect.poll(unread).toBe(before - 1)
})
