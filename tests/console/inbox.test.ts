import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Visitor, VisitorOptions } from './support/browser.ts'
import { attack, isUntouched } from './support/malicious.ts'
import { type Site, startSite } from './support/site.ts'

const password = 'correct-horse'
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const visitors: Visitor[] = []
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave()
})

/** Creates an account. `open` signs its user in. */
const createUser = async (username: string) => {
  const { id } = await site.admin.call<{ id: number }>('POST', '/api/user/', { username, password })
  const open = async (path = '/app/tokens', options: VisitorOptions = {}): Promise<Page> => {
    const visitor = await site.visitAs(username, password, options)
    visitors.push(visitor)
    await visitor.page.goto(path)
    return visitor.page
  }
  return { id, open }
}
const send = (userIds: readonly number[], fields: Readonly<Record<string, unknown>> = {}) =>
  site.admin.call<{ id: number }>('POST', '/api/admin/messages', {
    title: 'News',
    content: 'Something is new.',
    user_ids: userIds,
    ...fields,
  })
const sendMany = async (userId: number, count: number) => {
  for (let each = 1; each <= count; each += 1) await send([userId], { title: `No. ${each}` })
}
const badge = (page: Page) => page.locator('[data-unread]')
const rows = (page: Page) => page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')

it('C-INBOX-08 C-SHELL-08 the bell counts what is unread, 99+ above 99, nothing at 0, and leads to the inbox', async () => {
  const { id, open } = await createUser('counter')
  const page = await open()
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  expect(await badge(page).count()).toBe(0)
  await sendMany(id, 1)
  await page.reload()
  await page.getByRole('link', { name: 'Inbox: 1 unread message', exact: true }).waitFor()
  expect(await badge(page).textContent()).toBe('1')
  await sendMany(id, 98)
  await page.reload()
  await badge(page).waitFor()
  expect(await badge(page).textContent()).toBe('99')
  await sendMany(id, 1)
  await page.reload()
  await badge(page).waitFor()
  expect(await badge(page).textContent()).toBe('99+')
  await page.getByRole('link', { name: 'Inbox: 100 unread messages' }).click()
  await page.waitForURL('**/app/inbox')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
})

it('C-INBOX-07 unread messages are counted on load and every 30 seconds, not in a hidden tab and not for visitors', async () => {
  const { open } = await createUser('waiter')
  const page = await open()
  // Requests that the sign-in page has started must be over before we count.
  await page.goto('about:blank')
  await page.clock.install()
  const calls: string[] = []
  // We count requests, not answers: while an answer is on its way, the clock goes on and the next request may be due.
  page.on('request', (request) => {
    if (request.url().includes('/unread_count')) calls.push(request.url())
  })
  const atLeast = (count: number) =>
    expect
      .poll(async () => {
        await page.clock.runFor(2_000)
        return calls.length
      })
      .toBeGreaterThanOrEqual(count)
  await page.goto('/app/tokens')
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  await expect.poll(() => calls.length).toBe(1)
  await page.clock.runFor(15_000)
  expect(calls).toHaveLength(1)
  await atLeast(2)
  await atLeast(3)
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      window.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  const before = calls.length
  await page.clock.runFor(120_000)
  // Any request that the page made in the meantime was sent before this one was answered.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.status))
  expect(calls).toHaveLength(before)
  await setVisibility('visible')
  await atLeast(before + 1)

  const visitor = await site.visit()
  visitors.push(visitor)
  await visitor.page.clock.install()
  visitor.page.on('request', (request) => {
    if (request.url().includes('/unread_count')) calls.push('a visitor asked')
  })
  await visitor.page.goto('/')
  await visitor.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
  await visitor.page.clock.runFor(61_000)
  await visitor.page.evaluate(() => fetch('/healthz').then((answer) => answer.status))
  expect(calls).not.toContain('a visitor asked')
})

it("C-INBOX-01 C-INBOX-02 lists the user's messages newest first; pages only when they do not fit on one", async () => {
  const { id, open } = await createUser('reader')
  await sendMany(id, 10)
  const page = await open('/app/inbox')
  await rows(page).first().waitFor()
  expect(await rows(page).count()).toBe(10)
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
  await send([id], { title: 'The eleventh' })
  await page.reload()
  await rows(page).first().waitFor()
  expect(await rows(page).first().textContent()).toContain('The eleventh')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('No. 1', { exact: true }).waitFor()
  expect(await rows(page).count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?p=2')
  await page.goBack()
  await page.getByText('The eleventh').waitFor()
})

it('C-INBOX-03 a preview has at most 100 characters: 97 and an ellipsis, without the marks of the markup', async () => {
  const { id, open } = await createUser('previewer')
  for (const content of [
    '消'.repeat(100),
    '🎁'.repeat(101),
    `# Head\n\n- **bold** [link](https://example.com)`,
  ])
    await send([id], { content })
  await send([id], { content: '<h2>Hi</h2><p>there &amp; here</p><script>no()</script>', format: 'html' })
  const page = await open('/app/inbox')
  await rows(page).first().waitFor()
  expect(await page.locator('[data-preview]').allTextContents()).toEqual([
    'Hi there & here',
    'Head bold link',
    `${'🎁'.repeat(97)}…`,
    '消'.repeat(100),
  ])
})

it('C-INBOX-04 C-INBOX-05 opening a message shows it by its format and marks it as read, at once in the bell and in the list', async () => {
  const { id, open } = await createUser('opener')
  await send([id], { title: 'In html', content: '<h2>A <em>head</em></h2>', format: 'html' })
  const second = await send([id], { title: 'In markdown', content: '## Another\n\nwith **weight**' })
  const page = await open('/app/inbox')
  await page.locator('[data-message=unread]').nth(1).waitFor()
  await page.getByRole('link', { name: /In markdown/ }).click()
  await page.waitForURL(`**/app/inbox/${second.id}`)
  await page.getByRole('heading', { name: 'In markdown', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Another' }).waitFor()
  expect(await page.locator('article strong').textContent()).toBe('weight')
  await page.getByText(/^Read /).waitFor()
  await page.getByRole('link', { name: 'Inbox: 1 unread message', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Another' }).waitFor()
  await page.getByRole('link', { name: 'Back to inbox' }).click()
  await page.locator('[data-message=read]').waitFor()
  expect(await page.locator('[data-message=unread]').count()).toBe(1)
  await page.getByRole('link', { name: /In html/ }).click()
  await page.getByRole('heading', { name: 'A head' }).waitFor()
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  const { stats } = await site.admin.call<{ stats: { read_count: number } }>(
    'GET',
    `/api/admin/messages/${second.id}`,
  )
  expect(stats.read_count).toBe(1)
})

it('C-INBOX-01 C-INBOX-06 a message that does not exist, or was sent to somebody else, leads to the inbox with a word about it', async () => {
  const { id } = await createUser('owner')
  const { open } = await createUser('stranger')
  const foreign = await send([id], { title: 'Not yours' })
  const page = await open()
  for (const address of ['999999', String(foreign.id), 'nonsense', '0']) {
    await page.goto(`/app/inbox/${address}`)
    await page.waitForURL('**/app/inbox')
    await page.getByText('Message does not exist').waitFor()
    await page.getByText('No messages yet.').waitFor()
    expect(await page.getByText('Not yours').count()).toBe(0)
  }
})

it('C-INBOX-09 says that messages could not be loaded, and why, and tries again', async () => {
  const { id, open } = await createUser('unlucky')
  await send([id], { title: 'Here at last' })
  const page = await open()
  let isBroken = true
  await page.route('**/api/user/messages?*', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { success: false, message: 'storage is away', code: 'internal' } })
      : route.continue(),
  )
  await page.goto('/app/inbox')
  await page.getByText('Failed to load messages').waitFor()
  await page.getByText('storage is away').waitFor()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Here at last').waitFor()
})

it('C-INBOX-04 nothing in a message runs, submits or restyles the console', async () => {
  const { id, open } = await createUser('target')
  const sent = [
    await send([id], { title: '<img src=x onerror=pwned=7>', content: attack, format: 'html' }),
    await send([id], { title: 'x', content: `# Head\n\n[link](javascript:window.pwned=9)\n\n${attack}` }),
  ]
  const page = await open('/app/inbox')
  await page.getByText('<img src=x onerror=pwned=7>').waitFor()
  await isUntouched(page)
  for (const message of sent) {
    await page.goto(`/app/inbox/${message.id}`)
    await page.getByText('harmless text').waitFor()
    for (const link of await page.getByText('link', { exact: true }).all())
      await link.evaluate((each: HTMLElement) => each.click())
    await isUntouched(page)
  }
})

it('unread messages alone are shown on demand, and one that was read is no longer among them', async () => {
  const { id, open } = await createUser('filterer')
  await sendMany(id, 3)
  const page = await open('/app/inbox')
  await rows(page).filter({ hasText: 'No. 2' }).click()
  await page.getByRole('heading', { name: 'No. 2' }).waitFor()
  await page.goBack()
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.getByRole('button', { name: 'Unread only' }).click()
  await expect.poll(() => rows(page).count()).toBe(2)
  expect(await rows(page).filter({ hasText: 'No. 2' }).count()).toBe(0)
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(2)
  for (const left of [1, 0]) {
    await rows(page).first().getByRole('link').click()
    await page.getByRole('link', { name: 'Back to inbox' }).waitFor()
    await page.goto('/app/inbox?unread=true')
    if (left > 0) await expect.poll(() => rows(page).count()).toBe(left)
  }
  await page.getByText('No unread messages.').waitFor()
  await page.getByRole('button', { name: 'Unread only' }).click()
  await expect.poll(() => rows(page).count()).toBe(3)
})
