import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  const { token } = await site.admin.call<{ token: string }>('POST', '/api/access_token/', {
    name: 'nightly job',
    scopes: ['*'],
  })
  await site.admin.setOption('EpayKey', 'marker-merchant')
  await fetch(`${site.url}/api/option/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'RetryTimes', value: '4' }),
  })
})
afterAll(() => site?.close())

it('the audit trail says who changed what, with which access token, and never a secret', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/admin/trail')
  const row = page.getByRole('row').filter({ hasText: 'RetryTimes' })
  await row.getByText('nightly job').waitFor()
  expect((await row.textContent())?.replace(/\s+/g, ' ')).toMatch(
    /root.*option\.set.*option RetryTimes.*0 → 4/,
  )
  await page.getByRole('row').filter({ hasText: 'EpayKey' }).getByText('fingerprint:').waitFor()
  expect(await page.content()).not.toContain('marker-merchant')
  expect(complaints).toEqual([])
  await leave()
})

it('the audit trail is searched by text, person and kind; the address keeps it, and an empty result is cleared', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/trail')
  await page.getByLabel('Object, change or access token').fill('NIGHTLY')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'option.set' }).count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('NIGHTLY')
  await page.getByLabel('Username').fill('nobody')
  await page.getByLabel('Username').press('Enter')
  await page.getByText('No matching changes').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Kind of object' }).click()
  await page.getByRole('option', { name: 'Access tokens' }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'option.set' }).count()).toBe(0)
  await page.getByRole('row').filter({ hasText: 'access-token' }).first().waitFor()
  await leave()
})

it('a long setting and a batch of many objects leave the audit trail as wide as the window; a click shows all of them', async () => {
  const words = Array.from({ length: 200 }, (_, index) => `word-${index}`)
  await site.admin.setOption('SensitiveWords', words.join('\n'))
  await site.admin.call('POST', '/api/redemption/', { name: 'many', count: 100, quota: 1000 })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/trail')
  const setting = page.getByRole('row').filter({ hasText: 'SensitiveWords' })
  const batch = page.getByRole('row').filter({ hasText: 'redemption.create' })
  const overflow = () =>
    page
      .locator('table')
      .locator('..')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await setting.waitFor()
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(overflow).toBe(0)
  }
  await setting.getByText('word-0').first().click()
  await setting.getByText('word-199').waitFor()
  await batch.getByText('1,2,3').first().click()
  await batch.getByText('98,99,100').waitFor()
  expect(await overflow()).toBe(0)
  await leave()
})
