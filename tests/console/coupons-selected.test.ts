import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Site, startSite } from './support/site.ts'

interface Code {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly status: number
}

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const codes = async (keyword: string): Promise<readonly Code[]> =>
  (
    await site.admin.call<{ items: Code[] }>(
      'GET',
      `/api/redemption/search?page_size=100&keyword=${encodeURIComponent(keyword)}`,
    )
  ).items
const make = (name: string, count = 1) =>
  site.admin.call<string[]>('POST', '/api/redemption/', { name, quota: 100_000, count })
const setStatus = (id: number | undefined, status: number) =>
  site.admin.call('PUT', '/api/redemption/?status_only=true', { id, status })

it('the list is paged in the sizes that are remembered, found by name and by id, and exported as it is filtered', async () => {
  await make('paged', 25)
  await make('=SUM(1)')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons')
  await page.getByText('1–10 of 26').waitFor()
  const size = page.getByLabel('Rows per page')
  expect(await size.locator('option').allTextContents()).toEqual([
    '10 per page',
    '20 per page',
    '50 per page',
    '100 per page',
  ])
  await page.getByRole('button', { name: 'Page 3' }).click()
  await page.getByText('21–26 of 26').waitFor()
  expect(new URL(page.url()).searchParams.get('p')).toBe('3')
  await size.selectOption('50')
  await page.getByText('1–26 of 26').waitFor()
  await page.reload()
  await page.getByText('1–26 of 26').waitFor()

  const [third] = (await codes('paged')).slice(2)
  await page.getByRole('searchbox').fill(String(third?.id))
  await page.getByText('1–1 of 1').waitFor()
  await page.getByText(third?.key ?? '').waitFor()
  await page.getByRole('searchbox').fill('=SUM')
  await page.getByRole('row').filter({ hasText: '=SUM(1)' }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file.trim().split('\r\n').length).toBe(2)
  expect(file).toContain("'=SUM(1)")
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByText('No matching codes.').waitFor()
  await leave()
})

it('the exported file has both ends of the time in which a code is valid', async () => {
  const [from, until] = [1_900_000_000, 1_900_086_400]
  await site.admin.call('POST', '/api/redemption/', {
    name: 'timed',
    quota: 1000,
    valid_from: from,
    valid_until: until,
  })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?keyword=timed')
  await page.getByText('1–1 of 1').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const [head = '', line = ''] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  const timeIn = (name: string) => Date.parse(line.split(',')[head.split(',').indexOf(name)] ?? '') / 1000
  expect([timeIn('Valid from'), timeIn('Valid until')]).toEqual([from, until])
  await leave()
})
it('C-CODE-20 C-CODE-21 copy and disable work on the selection, ask for one, and leave used codes used', async () => {
  const [used = ''] = await make('chosen')
  await make('chosen', 2)
  await site.admin.call('POST', '/api/user/topup', { key: used })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?keyword=chosen')
  await page.getByText('1–3 of 3').waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  await button('Copy selected').click()
  await page.getByText('Please select at least one code').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await button('Copy selected').click()
  await page.getByText('3 codes copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')).toEqual((await codes('chosen')).map(({ key }) => key))
  await button('Disable selected').click()
  await page.getByText('2 codes disabled').waitFor()
  expect((await codes('chosen')).map(({ status }) => status)).toEqual([2, 2, 3])
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await button('Disable selected').click()
  await page.getByText('Please select at least one code').first().waitFor()
  await leave()
})

it('deleting all disabled codes takes those of status 2 alone', async () => {
  const [used = ''] = await make('three')
  await make('three', 2)
  await site.admin.call('POST', '/api/user/topup', { key: used })
  const [first] = await codes('three')
  await setStatus(first?.id, 2)
  const before = (await site.admin.call<{ disabled: number }>('GET', '/api/redemption/stats')).disabled
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?keyword=three')
  await page.getByRole('button', { name: 'Delete all disabled' }).click()
  await page.getByText(`${before} disabled code`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(`${before} code${before === 1 ? '' : 's'} deleted`).waitFor()
  expect((await codes('three')).map(({ status }) => status)).toEqual([1, 3])
  await page.getByText('1–2 of 2').waitFor()
  await leave()
})

it('deleting by name counts first and does nothing while there is nothing of that name', async () => {
  await make('by name', 3)
  await make('by name too')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons')
  await page.getByRole('button', { name: 'Delete by name' }).click()
  const dialog = page.getByRole('dialog')
  const remove = dialog.getByRole('button', { name: /^Delete/ })
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByLabel('Name').fill('   ')
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByLabel('Name').fill('by nam')
  await dialog.getByText('0 codes have this name.').waitFor()
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByLabel('Name').fill('  by name ')
  await dialog.getByText('3 codes have this name.').waitFor()
  expect((await codes('by name')).length).toBe(4)
  await dialog.getByRole('button', { name: 'Delete 3 codes' }).click()
  await page.getByText('3 codes deleted').waitFor()
  expect((await codes('by name')).map(({ name }) => name)).toEqual(['by name too'])
  await leave()
})

it('the page and its calls are for administrators; names are text', async () => {
  await make('<img src=x onerror=a>'.slice(0, 20))
  await site.admin.call('POST', '/api/user/', { username: 'mallory', password: 'correct-horse' })
  const visitor = await site.visitAs('mallory', adminPassword)
  await visitor.page.goto('/admin/coupons')
  await visitor.page.waitForURL((url) => url.pathname === '/')
  await visitor.page.goto('/app/tokens')
  await visitor.page.getByRole('link', { name: 'API tokens' }).waitFor()
  expect(await visitor.page.getByRole('link', { name: 'Redemption codes' }).count()).toBe(0)
  const statuses = await visitor.page.evaluate(async () => {
    const user = String(JSON.parse(localStorage.getItem('user') ?? '{}').id)
    const paths = ['', 'search?keyword=a', '1', 'stats', 'count-by-name?name=a']
    return Promise.all(
      paths.map(
        async (path) =>
          (await fetch(`/api/redemption/${path}`, { headers: { 'Tollgate-User': user } })).status,
      ),
    )
  })
  expect(statuses).toEqual([403, 403, 403, 403, 403])
  await visitor.leave()

  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?keyword=<img')
  await page.getByText('<img src=x onerror=a').first().waitFor()
  await page.getByRole('button', { name: /^Actions on <img/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('will be permanently deleted').waitFor()
  expect(await page.locator('main img, [role=dialog] img').count()).toBe(0)
  await leave()
})
