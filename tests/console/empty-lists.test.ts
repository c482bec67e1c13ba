import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

/** Tests what a new site shows in lists that are still empty. */

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.call('POST', '/api/user/', {
    username: 'somebody',
    password: 'long enough 1',
    display_name: '',
  })
})
afterAll(() => site?.close())

it('a log without calls of today leads to all time, and one without any call to a token', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/app/logs/api-usage')
  await page.getByText('Nothing has been logged today.').waitFor()
  await page.getByRole('button', { name: 'Show all time' }).click()
  await page.getByText('No logs yet.').waitFor()
  await page.getByRole('link', { name: 'Create a token' }).waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('a list without orders says where they come from, and leads to the settings of payments', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/orders')
  await page.getByText('They appear here when users top up online.').waitFor()
  await page.getByRole('link', { name: 'Payment settings' }).click()
  await page.getByText('PayAddress', { exact: true }).waitFor()
  const section = page.locator('#payment')
  await expect.poll(async () => (await section.boundingBox())?.y ?? Number.NaN).toBeLessThan(200)
  await leave()
})

it('a playground without models leads administrators to the channels and others to them, above the field at the bottom', async () => {
  const root = await site.visitSignedIn()
  await root.page.goto('/playground')
  const notice = root.page.getByText('no enabled channel serves it')
  await notice.waitFor()
  const field = await root.page.getByLabel('Question', { exact: true }).boundingBox()
  const said = await notice.boundingBox()
  // The field is at the bottom, as it is with models: half a window below the notice.
  expect((field?.y ?? 0) - (said?.y ?? 0)).toBeGreaterThan(450)
  await root.page.getByRole('link', { name: 'Go to channels' }).click()
  await root.page.getByRole('heading', { name: 'Channels' }).waitFor()
  await root.leave()
  const user = await site.visitAs('somebody', 'long enough 1')
  await user.page.goto('/playground')
  await user.page.getByText('Ask the administrator to add a channel.').waitFor()
  expect(await user.page.getByRole('link', { name: 'Go to channels' }).count()).toBe(0)
  await user.leave()
})
