import { afterAll, beforeAll, expect, it } from 'vitest'
import type { components } from '../../openapi/types.gen.ts'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { newChannel, rowOf } from './support/channels.ts'
import { type Site, startSite } from './support/site.ts'

type User = components['schemas']['User']

let site: Site
let upstream: Simulator
beforeAll(async () => {
  upstream = await startSimulator()
  site = await startSite()
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})

const password = adminPassword
const read = (id: number) => site.admin.call<User>('GET', `/api/user/${id}`)
const find = async (username: string) => {
  const { items } = await site.admin.call<{ items: User[] }>('GET', `/api/user/search?keyword=${username}`)
  return read(items.find((each) => each.username === username)?.id ?? 0)
}
/** Signs a user in without the console. @returns their ID, and a function that makes calls in their session */
const admit = async (username: string) => {
  const body = JSON.stringify({ username, password })
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${site.url}/api/user/login`, { method: 'POST', headers, body })
  const { data } = (await login.json()) as { data: { id: number } }
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const call = async <T>(method: string, path: string, given?: unknown): Promise<T> => {
    const answer = await fetch(site.url + path, {
      method,
      headers: { ...headers, cookie, 'tollgate-user': String(data.id) },
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
    })
    return ((await answer.json()) as { data: T }).data
  }
  return { id: data.id, call }
}
const register = async (username: string, code: string) => {
  const body = JSON.stringify({ username, password, aff_code: code })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${site.url}/api/user/register`, { method: 'POST', headers, body })).status).toBe(200)
}

const inDollars = (quota: number) => `$${(quota / 500_000).toFixed(2)}`
/** Returns the texts of an account's row, column by column. */
const cellsOf = (user: User, role: string, status: string) => [
  String(user.id),
  user.display_name === user.username ? user.username : user.username + user.display_name,
  user.group,
  `${inDollars(user.quota)} left${inDollars(user.used_quota)} used${user.request_count} call${user.request_count === 1 ? '' : 's'}`,
  `${user.aff_count} invited${inDollars(user.aff_history_quota)} earned${user.inviter_id === 0 ? 'no inviter' : `invited by ${user.inviter_id}`}`,
  role,
  status,
]

it('A-USER-02 A-AFF-09 each column says what the account has, used, called, earned and who invited it', async () => {
  for (const [key, value] of [
    ['QuotaForNewUser', '5000000'],
    ['QuotaForInviter', '250000'],
    ['QuotaForInvitee', '125000'],
  ] as const)
    await site.admin.setOption(key, value)
  await site.admin.call('POST', '/api/user/', { username: 'host', password, display_name: 'The Host' })
  const host = await admit('host')
  const code = await host.call<string>('GET', '/api/user/aff')
  for (const name of ['guest', 'another']) await register(name, code)
  await site.admin.call('POST', '/api/user/manage', { id: host.id, action: 'promote' })
  const { id: banned } = await find('another')
  await site.admin.call('PUT', '/api/user/', { id: banned, group: 'vip' })
  await site.admin.call('POST', '/api/user/manage', { id: banned, action: 'disable' })

  await newChannel(site, upstream, 'main')
  await site.admin.setOption('ModelPrice', '{"gpt-4o": 2.5}')
  const guest = await admit('guest')
  const fields = { name: 'own', unlimited_quota: true }
  const { key } = await guest.call<{ key: string }>('POST', '/api/token/', fields)
  const answer = await fetch(`${site.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key.replace(/^sk-/, '')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] }),
  })
  expect(answer.status).toBe(200)
  await expect.poll(async () => (await find('guest')).request_count).toBe(1)

  const expected = [
    [await find('host'), 'Admin', 'Activated'],
    [await find('guest'), 'Normal user', 'Activated'],
    [await find('another'), 'Normal user', 'Banned'],
  ] as const
  expect(expected.map(([user]) => [user.quota, user.used_quota, user.aff_count, user.inviter_id])).toEqual([
    [5_000_000, 0, 2, 0],
    [5_125_000 - 1_250_000, 1_250_000, 0, host.id],
    [5_125_000, 0, 0, host.id],
  ])
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users')
  for (const [user, role, status] of expected) {
    const row = rowOf(page, user.username)
    await row.waitFor()
    const cells = await row.getByRole('cell').allTextContents()
    expect(cells.slice(0, 7)).toEqual(cellsOf(user, role, status))
    expect(await row.getByRole('button', { name: `Actions on ${user.username}` }).count()).toBe(1)
  }
  await leave()
})

it('A-USER-29 ten rows a page at first; another size is chosen, stored and kept over a reload', async () => {
  for (let each = 1; each <= 12; each += 1)
    await site.admin.call('POST', '/api/user/', { username: `page-${each}`, password })
  const { total } = await site.admin.call<{ total: number }>('GET', '/api/user/')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users')
  const rows = page.locator('tbody tr[data-row]')
  const size = page.getByLabel('Rows per page')
  await expect.poll(() => rows.count()).toBe(10)
  expect(
    await size.locator('option').evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value)),
  ).toEqual(['10', '20', '50', '100'])
  await size.selectOption('50')
  await expect.poll(() => rows.count()).toBe(total)
  expect(await page.evaluate(() => localStorage.getItem('page-size'))).toBe('50')
  await page.reload()
  await expect.poll(() => rows.count()).toBe(total)
  expect(await size.inputValue()).toBe('50')
  await leave()
})

it('the list is filtered by role and by status, kept in the address, and cleared at once', async () => {
  for (const name of ['pick-admin', 'pick-banned', 'pick-gone', 'pick-plain'])
    await site.admin.call('POST', '/api/user/', { username: name, password })
  const manage = async (name: string, action: string) =>
    site.admin.call('POST', '/api/user/manage', { id: (await find(name)).id, action })
  await manage('pick-admin', 'promote')
  await manage('pick-banned', 'disable')
  await manage('pick-gone', 'delete')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users?keyword=pick-')
  const names = () =>
    page
      .locator('tbody tr[data-row] td:nth-child(2)')
      .evaluateAll((cells) => cells.map((each) => each.textContent))
  const choose = async (label: string, option: string) => {
    await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await expect.poll(names).toEqual(['pick-plain', 'pick-gone', 'pick-banned', 'pick-admin'])
  await choose('Role', 'Admin')
  await expect.poll(names).toEqual(['pick-admin'])
  await choose('Role', 'Normal user')
  await choose('Status', 'Activated')
  await expect.poll(names).toEqual(['pick-plain'])
  await choose('Status', 'Deactivated')
  await expect.poll(names).toEqual(['pick-gone'])
  await choose('Status', 'Banned')
  await expect.poll(names).toEqual(['pick-banned'])
  await page.reload()
  await expect.poll(names).toEqual(['pick-banned'])
  await choose('Role', 'Super admin')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await leave()
})
