import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'
import { tokensNamed } from './support/tokens.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

it('a change that is made without a network fails at once, is not made later by itself, and can be tried again', async () => {
  const { page, context, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?edit=new')
  const drawer = page.locator('[data-drawer]')
  await drawer.getByLabel('Name').fill('on the train')
  await context.setOffline(true)
  const create = drawer.getByRole('button', { name: 'Create', exact: true })
  await create.click()
  await drawer.getByText('Cannot reach the server. Check your connection and try again').waitFor()
  expect(await drawer.getByLabel('Name').inputValue()).toBe('on the train')
  await context.setOffline(false)
  await page.getByText('You are offline').waitFor({ state: 'detached' })
  await untilSettled(page)
  expect(await tokensNamed(site, 'on the train')).toEqual([])
  await create.click()
  await page.getByRole('heading', { name: 'Token created' }).waitFor()
  expect(await tokensNamed(site, 'on the train')).toHaveLength(1)
  await leave()
})

it('the request ID of a failure is copied and said to be, and is selected where the browser refuses to copy', async () => {
  const { page, context, leave } = await site.visitSignedIn()
  await page.route('**/api/token/**', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, message: 'broken', code: 'internal', request_id: 'req_1234' },
    }),
  )
  await page.goto('/app/tokens')
  const id = page.getByRole('button', { name: /req_1234/ }).first()
  await id.click()
  await page.getByText('Copied: req_1234').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('req_1234')
  // Pages on plain http have no clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await id.click()
  await page.getByText('Cannot copy, please copy manually').waitFor()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('req_1234')
  await context.unrouteAll()
  await leave()
})
