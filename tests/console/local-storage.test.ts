import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, signInAsRoot, startSite } from './support/site.ts'

/** Tests what the console stores in the browser for other pages of its origin, under the specified names. */

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

it('A-STORE-01 A-LOGIN-11 the user is stored from signing in to signing out, and until the session is over', async () => {
  const { page, context, leave } = await site.visit()
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(await stored(page, 'user')).toBeNull()
  await signInAsRoot(page)
  const { id } = await site.admin.call<{ id: number }>('GET', '/api/user/self')
  expect(JSON.parse((await stored(page, 'user')) ?? '')).toMatchObject({ id, username: 'root', role: 100 })
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => stored(page, 'user')).toBeNull()

  await signInAsRoot(page)
  expect(await stored(page, 'user')).not.toBeNull()
  await context.clearCookies()
  await page.goto('/app/tokens')
  await page.waitForURL('**/login?**')
  expect(await stored(page, 'user')).toBeNull()
  await leave()
})

it('A-STATUS-02 the status is stored and used before the answer arrives, and while there is none', async () => {
  await site.admin.setOption('SystemName', 'Kept name')
  const { page, leave } = await site.visit()
  await page.goto('/')
  await page.locator('header').getByText('Kept name', { exact: true }).waitFor()
  expect(JSON.parse((await stored(page, 'status')) ?? '{}')).toMatchObject({ system_name: 'Kept name' })
  // The request is never answered.
  await page.route('**/api/status', () => undefined)
  await Promise.all([page.waitForRequest('**/api/status'), page.reload()])
  await page.locator('header').getByText('Kept name', { exact: true }).waitFor()
  await page.unrouteAll()
  await page.route('**/api/status', (route) => route.abort())
  await page.reload()
  const problem = page.getByRole('alert')
  await problem.getByRole('heading', { name: 'Unable to connect to server' }).waitFor()
  await problem.getByText('Kept name', { exact: true }).waitFor()
  await leave()
  await site.admin.setOption('SystemName', '')
})

it('A-STORE-02 C-STORE-03 C-STORE-04 C-STORE-07 the status and the parts of it that have names of their own follow the daemon', async () => {
  const { page, leave } = await site.visit()
  const parts = ['chats', 'footer_html', 'enable_data_export', 'enable_drawing', 'enable_task'] as const
  for (const change of [
    {},
    {
      Chats: '[{"One":"https://one.example.com/?key={key}"}]',
      Footer: '<b>Our own footer</b>',
      DataExportEnabled: 'false',
      DrawingEnabled: 'false',
      TaskEnabled: 'false',
    },
    { Footer: '', DrawingEnabled: 'true' },
  ]) {
    for (const [key, value] of Object.entries(change)) await site.admin.setOption(key, value)
    await page.goto('/about')
    const status = await site.admin.call<Record<string, unknown>>('GET', '/api/status')
    await expect.poll(async () => JSON.parse((await stored(page, 'status')) ?? '{}')).toEqual(status)
    for (const part of parts) {
      const value = status[part]
      expect([part, await stored(page, part)]).toEqual([
        part,
        typeof value === 'string' ? value : JSON.stringify(value),
      ])
    }
  }
  expect(await stored(page, 'chats')).toBe('[{"One":"https://one.example.com/?key={key}"}]')
  expect(await stored(page, 'enable_task')).toBe('false')
  await leave()
})
