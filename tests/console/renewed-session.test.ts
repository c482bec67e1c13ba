import { request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

it('a form in another tab is saved although a new password makes its cookie worthless on the way', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'alice', password: adminPassword })
  const { page, context, complaints, leave } = await site.visitAs('alice', adminPassword)
  await page.goto('/app/me')
  const other = await context.newPage()
  await other.goto('/app/tokens?edit=new')
  await other.locator('[data-drawer]').getByLabel('Name').fill('begun before')

  // The daemon has changed the password, but its answer with the new cookie is still on the way.
  const changed = Promise.withResolvers<void>()
  const arrival = Promise.withResolvers<void>()
  const outside = await request.newContext()
  await page.route('**/api/user/self', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const answer = await outside.fetch(route.request().url(), {
      method: 'PUT',
      headers: await route.request().allHeaders(),
      data: route.request().postData() ?? '',
    })
    changed.resolve()
    await arrival.promise
    await route.fulfill({ response: answer })
  })
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill(adminPassword)
  await dialog.getByLabel('New password', { exact: true }).fill('battery-staple')
  await dialog.getByLabel('Confirm new password').fill('battery-staple')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await changed.promise

  const refusal = other.waitForResponse((answer) => answer.status() === 401)
  await other.getByRole('button', { name: 'Create', exact: true }).click()
  await refusal
  arrival.resolve()

  await other.getByRole('heading', { name: 'Token created' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  for (const each of [page, other]) {
    expect(new URL(each.url()).pathname).toMatch(/^\/app\//)
    expect(await each.getByText('Sign in again').count()).toBe(0)
  }
  expect(complaints).toEqual([])
  await outside.dispose()
  await leave()
})
