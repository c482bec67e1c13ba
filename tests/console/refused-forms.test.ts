import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

/** Tests forms that are longer than the window: errors are scrolled into view. */

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const drawerOf = (page: Page) => page.locator('[data-drawer]')
const isInWindow = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { top, bottom, left } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 5, (top + bottom) / 2))
  })
/** Answers every request to save with the error of a broken daemon. */
const breakSaving = (page: Page, path: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { success: false, message: 'The store is full' } }),
  )

it.each([
  [1440, 900],
  [390, 844],
])('in a window of %i x %i the reason why a form was not saved is in sight', async (width, height) => {
  const { id: token } = await site.admin.createToken({ name: 'unsaved' })
  const { page, leave } = await site.visitSignedIn({ width })
  await page.setViewportSize({ width, height })
  await breakSaving(page, '/api/token/**')
  await page.goto(`/app/tokens?edit=${token}`)
  await drawerOf(page).getByLabel('Name').fill('saved')
  await drawerOf(page).getByRole('button', { name: 'Save' }).click()
  await drawerOf(page).getByRole('alert').getByText('The store is full').waitFor()
  await expect.poll(() => isInWindow(drawerOf(page).getByRole('alert'))).toBe(true)

  await page.setViewportSize({ width, height: 500 })
  await breakSaving(page, '/api/user/**')
  await page.goto('/admin/users?edit=new')
  await drawerOf(page).getByLabel('Username').fill('somebody')
  await drawerOf(page).getByLabel('Password', { exact: true }).fill('correct-horse')
  await drawerOf(page).getByRole('button', { name: 'Create' }).click()
  await drawerOf(page).getByRole('alert').getByText('The store is full').waitFor()
  await expect.poll(() => isInWindow(drawerOf(page).getByRole('alert'))).toBe(true)
  await leave()
})

it('the first field with a mistake gets the focus, each time the form is refused', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?edit=new')
  const name = drawerOf(page).getByLabel('Name')
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await drawerOf(page).getByRole('textbox', { name: 'Tokens per minute' }).focus()
    await drawerOf(page).getByRole('button', { name: 'Create', exact: true }).click()
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await isInWindow(name)).toBe(true)
  }
  await leave()
})

it('what the daemon says about a field leads to that field', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/users?edit=new')
  await drawerOf(page).getByLabel('Username').fill('somebody')
  await drawerOf(page).getByLabel('Password', { exact: true }).fill('short')
  await drawerOf(page).getByRole('button', { name: 'Create' }).click()
  const password = drawerOf(page).getByLabel('Password', { exact: true })
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
  await leave()
})
