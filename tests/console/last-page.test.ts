import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeRows } from './support/calls.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  const { admin } = site
  await admin.createChannel({ name: 'one', key: 'k', base_url: site.url, models: 'gpt-4o' })
  await admin.call('POST', '/api/redemption/', { name: 'one', quota: 1000, count: 12 })
  await admin.call('POST', '/api/user/credit', { id: 1, delta: '1000' })
  for (let each = 1; each <= 12; each += 1) {
    await admin.createToken({ name: `token-${each}` })
    await admin.call('POST', '/api/admin/messages', { title: `No. ${each}`, content: 'one', user_ids: [1] })
  }
  writeRows(site, [{}])
})
afterAll(() => site?.close())

it('an address beyond the last page of a list shows the last page, and going back leads out of the list', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  for (const [path, shown] of [
    ['/app/tokens', '11–12 of 12'],
    ['/admin/coupons', '11–12 of 12'],
    ['/admin/messages', '11–12 of 12'],
    ['/app/inbox', '11–12 of 12'],
    ['/admin/channels', '1–1 of 1'],
    ['/admin/users', '1–1 of 1'],
    ['/app/wallet', /^1–\d of \d$/],
    ['/app/logs/api-usage', /^1–\d of \d$/],
    ['/admin/trail', /^\d+–\d+ of \d+$/],
  ] as const) {
    await page.goto('/about')
    await page.goto(`${path}?p=99`)
    await page.locator('[data-pager]').getByText(shown).waitFor()
    expect([path, new URL(page.url()).searchParams.get('p') ?? '1']).not.toEqual([path, '99'])
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/about')
  }
  expect(complaints).toEqual([])
  await leave()
})

it('once everything on the last page is deleted, the page before it is shown', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?p=2')
  await page.getByText('11–12 of 12').waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.locator('[data-bulk]').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1–10 of 10').waitFor()
  expect(await page.getByText('No tokens yet.').count()).toBe(0)
  expect(new URL(page.url()).search).toBe('')
  await leave()
})
