import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { signIn } from './support/browser.ts'
import { hueBehind, orange, yellow } from './support/hue.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

interface User {
  readonly id: number
  readonly username: string
  readonly display_name: string
  readonly role: number
  readonly status: number
  readonly group: string
  readonly quota: number
  readonly DeletedAt: string | null
}

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const make = (username: string) =>
  site.admin.call<User>('POST', '/api/user/', { username, password: adminPassword })
const read = (id: number) => site.admin.call<User>('GET', `/api/user/${id}`)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const openMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions on ${name}` }).click()
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const isOff = async (page: Page, name: string) =>
  (await item(page, name).getAttribute('aria-disabled')) === 'true'

it('A-USER-16 A-USER-17 A-USER-18 promote, demote, disable, enable and deactivate change the row in place, without reading the list again', async () => {
  const alice = await make('alice')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users')
  await row(page, 'alice').waitFor()
  await untilSettled(page)
  const lists: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/user/' || pathname === '/api/user/search') lists.push(pathname)
  })
  const steps = [
    ['Promote to admin', 'Admin', { role: 10 }],
    ['Demote to normal user', 'Normal user', { role: 1 }],
    ['Disable', 'Banned', { status: 2 }],
    ['Enable', 'Activated', { status: 1 }],
  ] as const
  for (const [action, shown, stored] of steps) {
    await openMenu(page, 'alice')
    await item(page, action).click()
    await row(page, 'alice').getByText(shown, { exact: true }).waitFor()
    expect(await read(alice.id)).toMatchObject(stored)
  }
  await openMenu(page, 'alice')
  await item(page, 'Deactivate').click()
  await page.getByRole('heading', { name: 'Deactivate alice?' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect((await read(alice.id)).DeletedAt).toBeNull()
  await openMenu(page, 'alice')
  await item(page, 'Deactivate').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await row(page, 'alice').getByText('Deactivated').waitFor()
  expect((await read(alice.id)).DeletedAt).not.toBeNull()
  expect(
    await row(page, 'alice')
      .getByRole('button', { name: /^Actions/ })
      .count(),
  ).toBe(0)
  expect(lists).toEqual([])
  await leave()
})

it('somebody who is signed in finds the pages of a new role without signing in again, and loses those of an old one', async () => {
  const { id } = await make('climber')
  const { page, leave } = await site.visitAs('climber', adminPassword)
  const channels = page.getByRole('link', { name: 'Channels' }).first()
  await page.goto('/app/tokens')
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await untilSettled(page)
  expect(await channels.count()).toBe(0)
  await site.admin.call('POST', '/api/user/manage', { id, action: 'promote' })
  await page.goto('/admin/users')
  await row(page, 'climber').waitFor()
  await channels.waitFor()
  await site.admin.call('POST', '/api/user/manage', { id, action: 'demote' })
  await page.reload()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/app/tokens')
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await channels.waitFor({ state: 'detached' })
  await leave()
})

it('A-USER-21 A-USER-22 A-USER-23 what the level of an administrator forbids is greyed with its reason, and refused by the daemon', async () => {
  for (const name of ['boss', 'peer']) {
    const { id } = await make(name)
    await site.admin.call('POST', '/api/user/manage', { id, action: 'promote' })
  }
  await make('guest')
  const { page, leave } = await site.visitAs('boss', adminPassword)
  await page.goto('/admin/users')
  for (const name of ['peer', 'root']) {
    await openMenu(page, name)
    await page.getByText('You may not view, change or delete users at your own level or above').waitFor()
    for (const action of ['Edit', 'Demote to normal user', 'Disable', 'Deactivate'])
      expect([name, action, await isOff(page, action)]).toEqual([name, action, true])
    await page.keyboard.press('Escape')
  }
  await openMenu(page, 'guest')
  await page.getByText('A regular administrator cannot promote users to administrator').waitFor()
  expect(await isOff(page, 'Promote to admin')).toBe(true)
  expect([await isOff(page, 'Edit'), await isOff(page, 'Disable')]).toEqual([false, false])
  await page.keyboard.press('Escape')
  const peer = await site.admin.call<{ items: User[] }>('GET', '/api/user/search?keyword=peer')
  await page.goto(`/admin/users?edit=${peer.items[0]?.id}`)
  await page.getByText('you may not view, change or delete users at your own level or above').waitFor()
  await openOwn(page)
  await leave()

  const root = await site.visitSignedIn()
  await root.page.goto('/admin/users')
  await openMenu(root.page, 'root')
  await root.page.getByText('The super administrator cannot be disabled, deleted or demoted').waitFor()
  for (const action of ['Demote to normal user', 'Disable', 'Deactivate'])
    expect(await isOff(root.page, action)).toBe(true)
  await root.leave()
})

/** Opens an administrator's own form from their row in the list. */
const openOwn = async (page: Page) => {
  await page.goto('/admin/users')
  await openMenu(page, 'boss')
  await page.getByRole('menuitem', { name: 'Edit my account' }).click()
  await page.waitForURL('**/user/edit')
}

it('A-USER-19 A-USER-20 roles and states have their words and colours, unknown ones are shown as such, and a user of state 3 cannot be enabled', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.route('**/api/user/?**', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { items: User[] } }
    const [like] = answer.data.items
    const items = [
      { ...like, id: 91, username: 'nine', role: 7, status: 9, DeletedAt: null },
      { ...like, id: 92, username: 'three', role: 1, status: 3, DeletedAt: null },
      { ...like, id: 93, username: 'top', role: 100, status: 1, DeletedAt: null },
      { ...like, id: 94, username: 'barred', role: 10, status: 2, DeletedAt: null },
    ]
    await route.fulfill({ json: { ...answer, data: { ...answer.data, items } } })
  })
  await page.goto('/admin/users')
  await row(page, 'nine').getByText('Unknown identity').waitFor()
  await row(page, 'nine').getByText('Unknown', { exact: true }).waitFor()
  await row(page, 'three').getByText('Exists').waitFor()
  await row(page, 'three').getByText('Normal user', { exact: true }).waitFor()
  await row(page, 'top').getByText('Super admin', { exact: true }).waitFor()
  await row(page, 'top').getByText('Activated', { exact: true }).waitFor()
  await row(page, 'barred').getByText('Admin', { exact: true }).waitFor()
  await row(page, 'barred').getByText('Banned', { exact: true }).waitFor()
  const tag = (name: string, word: string) => row(page, name).getByText(word, { exact: true })
  expect(await hueBehind(tag('barred', 'Admin'))).toBeCloseTo(yellow, -1)
  expect(await hueBehind(tag('top', 'Super admin'))).toBeCloseTo(orange, -1)
  await openMenu(page, 'three')
  expect(await isOff(page, 'Enable')).toBe(true)
  await page.keyboard.press('Escape')
  await openMenu(page, 'barred')
  expect(await isOff(page, 'Enable')).toBe(false)
  await leave()
})

it("A-ME-17 A-USER-13 the form of one's own account has three fields, changes nothing else, and asks for the password it replaces", async () => {
  const eve = await make('eve')
  const { page, leave } = await site.visitAs('eve', adminPassword)
  await page.goto('/user/edit')
  const fields = page.locator('main [data-field] label')
  await page.getByLabel('Username').waitFor()
  expect(await fields.allTextContents()).toEqual(['Username', 'Password', 'Display name'])
  await page.getByLabel('Username').fill('eve-anew')
  await page.getByLabel('Display name').fill('Eve')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('User info updated').waitFor()
  expect(await read(eve.id)).toMatchObject({ display_name: 'Eve', username: 'eve-anew', group: 'default' })

  await page.getByLabel('Password', { exact: true }).fill('battery-staple')
  await page.getByLabel('Current password').fill('wrong-horse')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('battery-staple')
  await page.getByLabel('Current password').fill(adminPassword)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  const other = await site.visit()
  await signIn(other.page, 'eve-anew', 'battery-staple')
  await other.leave()

  const status = await page.evaluate(async () => {
    const user = String(JSON.parse(localStorage.getItem('user') ?? '{}').id)
    const send = (method: string, path: string, body: object) =>
      fetch(path, {
        method,
        headers: { 'Tollgate-User': user, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await send('PUT', '/api/user/self', { group: 'vip', quota: 9_000_000, role: 100, status: 1 })
    return (await send('PUT', '/api/user/', { id: Number(user), group: 'vip', quota: 1 })).status
  })
  expect(status).toBe(403)
  expect(await read(eve.id)).toMatchObject({ group: 'default', role: 1, status: 1, quota: eve.quota })
  await leave()
})

it('names are text everywhere', async () => {
  const name = '<b>x</b>'
  const { id } = await make('attacker')
  await site.admin.call('PUT', '/api/user/', { id, display_name: '<img src onerror=1>', username: name })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users')
  await page.getByText('<img src onerror=1>').waitFor()
  await openMenu(page, name)
  await item(page, 'Deactivate').click()
  await page.getByRole('heading', { name: `Deactivate ${name}?` }).waitFor()
  expect(await page.locator('main img, main b, [role=dialog] b').count()).toBe(0)
  await leave()
})
