import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Site, startSite } from './support/site.ts'

interface User {
  readonly id: number
  readonly username: string
  readonly role: number
  readonly status: number
  readonly group: string
  readonly quota: number
  readonly quota_exact: string
  readonly display_name: string
  readonly github_id: string
  readonly DeletedAt: string | null
}

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.setOption('QuotaForNewUser', '500000')
  await site.admin.setOption('GroupRatio', '{"default":1,"vip":0.5,"svip":0.25}')
})
afterAll(() => site?.close())

const make = (username: string, displayName = username) =>
  site.admin.call<User>('POST', '/api/user/', {
    username,
    password: adminPassword,
    display_name: displayName,
  })
const read = (id: number) => site.admin.call<User>('GET', `/api/user/${id}`)
const act = (id: number, action: string) => site.admin.call('POST', '/api/user/manage', { id, action })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: false }) })
const drawerOf = (page: Page) => page.locator('[data-drawer]')
const asUser = async (username: string, path: string) => {
  const visitor = await site.visitAs(username, adminPassword)
  await visitor.page.goto(path)
  return visitor
}

it('A-USER-18 each row shows what the account has, used and earned, and deactivated ones have no actions', async () => {
  const alice = await make('alice', '爱丽丝')
  await site.admin.call('PUT', '/api/user/', { id: alice.id, group: 'vip' })
  const gone = await make('gone')
  await act(gone.id, 'delete')
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/admin/users')
  await row(page, 'alice').waitFor()
  const headers = await page.getByRole('columnheader').allTextContents()
  expect(headers.slice(0, 7)).toEqual([
    'ID',
    'Username',
    'Group',
    'Statistics',
    'Invitations',
    'Role',
    'Status',
  ])
  const text = await row(page, 'alice').textContent()
  for (const part of ['爱丽丝', 'vip', '$1.00 left', '$0.00 used', '0 calls', '0 invited', 'no inviter'])
    expect(text).toContain(part)
  expect(text).toContain('Normal user')
  expect(text).toContain('Activated')
  const deactivated = page.getByRole('row').filter({ hasText: 'gone' })
  expect(await deactivated.textContent()).toContain('Deactivated')
  expect(await deactivated.getByRole('button', { name: /^Actions/ }).count()).toBe(0)
  expect(complaints).toEqual([])
  await leave()
})

it('A-USER-03 A-USER-04 A-USER-28 search finds by id, name, shown name and address, alone and within a group', async () => {
  const bob = await make('bob', 'Robert Tables')
  await site.admin.call('PUT', '/api/user/', { id: bob.id, group: 'svip' })
  await make('bobby')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users')
  const search = page.getByRole('searchbox')
  const names = () => page.locator('tbody tr td:nth-child(2) .font-medium').allTextContents()
  await search.fill(String(bob.id))
  await expect.poll(names).toEqual(['bob'])
  await search.fill('ert Tab')
  await expect.poll(names).toEqual(['bob'])
  await search.fill('bob')
  await expect.poll(names).toEqual(['bobby', 'bob'])
  await page.getByRole('button', { name: 'Group' }).click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['All groups', 'default', 'svip', 'vip'])
  await page.getByRole('option', { name: 'svip' }).click()
  await expect.poll(names).toEqual(['bob'])
  expect(new URL(page.url()).search).toBe('?keyword=bob&group=svip')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file.trim().split('\r\n').length).toBe(2)
  expect(file).not.toContain(adminPassword)
  await search.fill('nobody at all')
  await page.getByText('No matching users.').waitFor()
  await leave()
})

it('the exported file names the balance, and has a column for it', async () => {
  await make('exported')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users?keyword=exported')
  await row(page, 'exported').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const [head = '', line = ''] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  const at = head.split(',').indexOf('Balance')
  expect([at >= 0, head.includes('Statistics'), line.split(',')[at]]).toEqual([true, false, '500000'])
  await leave()
})
it('A-USER-01 A-USER-07 A-USER-08 a new user needs a name and a password, has role 1 and can sign in', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'New user' }).click()
  const drawer = drawerOf(page)
  const create = drawer.getByRole('button', { name: 'Create' })
  await create.click()
  expect(await drawer.getByText('Username and password cannot be empty').count()).toBe(2)
  await drawer.getByLabel('Username').fill('newcomer')
  await expect.poll(() => drawer.getByText('Username and password cannot be empty').count()).toBe(1)
  expect(await drawer.getByLabel('Group').count()).toBe(0)
  await drawer.getByLabel('Password', { exact: true }).fill('short')
  await create.click()
  await drawer.getByText('password must be at least 8 characters').first().waitFor()
  expect(await drawer.getByLabel('Username').inputValue()).toBe('newcomer')
  await drawer.getByLabel('Password', { exact: true }).fill(adminPassword)
  await create.click()
  await page.getByText('User account created: newcomer').waitFor()
  expect(await row(page, 'newcomer').textContent()).toContain('Normal user')
  const visitor = await asUser('newcomer', '/admin/users')
  await visitor.page.waitForURL((url) => url.pathname === '/')
  expect(await visitor.page.getByRole('link', { name: 'Users' }).count()).toBe(0)
  await visitor.leave()
  await leave()
})

it('A-USER-09 A-USER-12 A-USER-28 the drawer opens by its own address with the fields of the user, saves what changed and shows bindings read-only', async () => {
  const carol = await make('carol')
  const { page, leave } = await site.visitSignedIn()
  await page.goto(`/user/edit/${carol.id}`)
  const drawer = drawerOf(page)
  await drawer.getByRole('heading', { name: 'Edit carol' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/user/edit/${carol.id}`)
  expect(await drawer.getByLabel('Username').inputValue()).toBe('carol')
  expect(await drawer.getByLabel('Display name').inputValue()).toBe('carol')
  expect(await drawer.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  for (const name of ['GitHub', 'OIDC', 'WeChat', 'Email', 'Telegram', 'Linux DO'])
    expect(await drawer.getByLabel(name, { exact: true }).isEditable()).toBe(false)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You seem to have changed nothing').waitFor()

  await drawer.getByLabel('Display name').fill('Carol of Tests')
  await drawer.getByLabel('Group').click()
  await page.getByRole('option', { name: 'vip', exact: true }).click()
  // Quota is spent while the form is open. The form then books the difference instead of the typed number.
  await site.admin.call('POST', '/api/user/credit', { id: carol.id, delta: '-100000.5' })
  await drawer.getByLabel('Quota', { exact: true }).fill('2')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('User info updated').waitFor()
  await page.waitForURL((url) => url.pathname === '/admin/users' && url.search === '')
  expect(await read(carol.id)).toMatchObject({
    username: 'carol',
    display_name: 'Carol of Tests',
    group: 'vip',
    quota_exact: '899999.5',
    github_id: '',
  })
  const visitor = await asUser('carol', '/app/tokens')
  await visitor.page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await visitor.leave()
  await leave()
})

it('A-USER-11 adding quota shows the sum before and books exactly that, also when it takes', async () => {
  const dave = await make('dave')
  const { page, leave } = await site.visitSignedIn()
  await page.goto(`/admin/users?edit=${dave.id}`)
  await page.getByRole('button', { name: 'Add quota' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add quota' })
  const book = dialog.getByRole('button', { name: 'Apply' })
  await book.click()
  await dialog.getByText('Enter a number other than 0').waitFor()
  await dialog.getByLabel('Quota to add').fill('-200000')
  expect(await dialog.locator('[data-sum]').textContent()).toBe('500000 + -200000 = 300000')
  await dialog.getByLabel('Note').fill('too much')
  await book.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.form?.requestSubmit()
  })
  await page.getByText('Quota updated: dave', { exact: true }).waitFor()
  expect((await read(dave.id)).quota_exact).toBe('300000')
  await expect.poll(() => drawerOf(page).getByLabel('Quota', { exact: true }).inputValue()).toBe('0.6')

  await page.getByRole('button', { name: 'Add quota' }).click()
  await dialog.getByLabel('Quota to add').fill('0.125')
  expect(await dialog.locator('[data-sum]').textContent()).toBe('300000 + 0.125 = 300000.125')
  await book.click()
  await expect.poll(async () => (await read(dave.id)).quota_exact).toBe('300000.125')
  await page.getByRole('button', { name: 'Add quota' }).click()
  await dialog.getByLabel('Quota to add').fill('-400000')
  await book.click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Quota to add').inputValue()).toBe('-400000')
  expect((await read(dave.id)).quota_exact).toBe('300000.125')
  await leave()
})
