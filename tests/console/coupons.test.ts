import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RefusedCall } from '../support/gateway/admin.ts'
import { loseAnswer } from './support/lost-answer.ts'
import { type Site, startSite } from './support/site.ts'

interface Code {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly status: number
  readonly quota: number
  readonly max_uses: number
  readonly is_gift: boolean
  readonly valid_from: number
  readonly valid_until: number
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
const make = (body: Readonly<Record<string, unknown>>) =>
  site.admin.call<string[]>('POST', '/api/redemption/', { quota: 100_000, ...body })
const redeem = (key: string) => site.admin.call('POST', '/api/user/topup', { key })
const drawerOf = (page: Page) => page.locator('[data-drawer]')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

it('says what to do while there are no codes, with the line for the terminal', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons')
  await page.getByText('No codes yet.').waitFor()
  await page.getByText('tollgate code create --name welcome --quota 1usd').waitFor()
  await leave()
})

it('codes are made once when the answer is lost and the form is sent again', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?edit=new')
  const drawer = drawerOf(page)
  await drawer.getByLabel('Name').fill('lost')
  await drawer.getByLabel('Quantity').fill('3')
  await loseAnswer(page, '**/api/redemption/')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer.getByText('Cannot reach the server').waitFor()
  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer.waitFor({ state: 'detached' })
  expect(await codes('lost')).toHaveLength(3)
  await leave()
})

it('C-CODE-06 C-CONST-01 the form opens 600 px wide with the defaults, and says what is wrong beside each field', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/admin/coupons')
  await page.getByRole('button', { name: 'New codes' }).first().click()
  const drawer = drawerOf(page)
  await drawer.getByRole('heading', { name: 'New redemption codes' }).waitFor()
  expect((await drawer.boundingBox())?.width).toBe(600)
  expect(await drawer.getByLabel('Quantity').inputValue()).toBe('1')
  await drawer.getByText('= 100,000 quota').waitFor()
  await drawer.getByRole('checkbox', { name: 'Gift code' }).check()
  expect(await drawer.getByLabel('Uses').inputValue()).toBe('-1')

  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer.getByText('The name must be 1 to 20 characters long').waitFor()
  await drawer.getByLabel('Name').fill('x'.repeat(21))
  await drawer.getByText('The name must be 1 to 20 characters long').waitFor()
  await drawer.getByLabel('Name').fill('二十个汉字'.repeat(4))
  await expect.poll(() => drawer.getByText('The name must be').count()).toBe(0)

  for (const wrong of ['abc', '-1', '0']) {
    await drawer.getByLabel('Value', { exact: true }).fill(wrong)
    await drawer.getByText('The value must be a whole number of at least 1').waitFor()
  }
  await drawer.getByLabel('Value', { exact: true }).fill('2')
  for (const wrong of ['0', '101', '1.5']) {
    await drawer.getByLabel('Quantity').fill(wrong)
    await drawer.getByText('The quantity must be a whole number from 1 to 100').waitFor()
  }
  await drawer.getByLabel('Quantity').fill('2')
  await drawer.getByLabel('Custom code').fill('WELCOME')
  await drawer.getByText('A custom code can only be created once: set the quantity to 1').waitFor()
  await drawer.getByLabel('Quantity').fill('1')
  await drawer.getByLabel('Uses').fill('half')
  await drawer.getByText('Enter a whole number of at least 1').waitFor()
  await drawer.getByLabel('Uses').fill('2')
  await drawer.getByLabel('Valid from').fill('2027-01-02 00:00:00')
  await drawer.getByLabel('Valid until').fill('2027-01-01 00:00:00')
  await drawer.getByText('Effective time must be earlier than expiry').waitFor()
  await drawer.getByLabel('Valid until').fill('tomorrow')
  await drawer.getByText('Use the format YYYY-MM-DD').waitFor()
  await drawer.getByLabel('Valid until').fill('2027-02-01')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Code created' }).waitFor()

  const [made] = await codes('二十')
  expect(made).toMatchObject({ key: 'WELCOME', quota: 1_000_000, is_gift: true, max_uses: 2 })
  expect(made?.valid_from).toBe(Math.floor(new Date(2027, 0, 2).getTime() / 1000))
  // The code is valid until the end of that day.
  expect(made?.valid_until).toBe(Math.floor(new Date(2027, 1, 1, 23, 59, 59).getTime() / 1000))
  await expect(make({ name: 'again', key: 'WELCOME' })).rejects.toThrow(RefusedCall)
  expect(complaints).toEqual([])
  await leave()
})

it('a key in use is refused beside its field and nothing typed is lost', async () => {
  await make({ name: 'first', key: 'TAKEN' })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?edit=new')
  const drawer = drawerOf(page)
  await drawer.getByLabel('Name').fill('second')
  await drawer.getByLabel('Custom code').fill('TAKEN')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer.getByText('this code already exists').first().waitFor()
  expect(await drawer.getByLabel('Name').inputValue()).toBe('second')
  await leave()
})

it('a batch is shown once with copy and download, and is what the daemon has', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?edit=new')
  const drawer = drawerOf(page)
  await drawer.getByLabel('Name').fill('batch')
  await drawer.getByLabel('Quantity').fill('100')
  await drawer.getByRole('button', { name: '$10', exact: true }).click()
  await drawer.getByRole('button', { name: 'Create' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.form?.requestSubmit()
  })
  await page.getByRole('heading', { name: '100 codes created' }).waitFor()
  const keys = (await codes('batch')).map(({ key }) => key).sort()
  expect(new Set(keys).size).toBe(100)
  await page.getByRole('button', { name: 'Copy all' }).click()
  await page.getByText('100 codes copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n').sort()).toEqual(keys)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('batch.txt')
  expect((await readFile(await download.path(), 'utf8')).trim().split('\n').sort()).toEqual(keys)
  await leave()
})

it('the same thing is shown as a command, a call and a manifest; an own code stays out of the command’s flags', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?edit=new')
  const drawer = drawerOf(page)
  await drawer.getByLabel('Name').fill("it's")
  await drawer.getByLabel('Custom code').fill('MINE')
  await drawer.getByRole('tab', { name: 'Show as' }).click()
  const command = await drawer.getByRole('region', { name: 'Command line' }).textContent()
  expect(command).toContain("CODE=MINE tollgate code create \\\n  --name 'it'\\''s'")
  expect(command).toContain('--quota 0.2usd')
  expect(command).toContain('--key-env CODE')
  expect(command).not.toContain('--key MINE')
  expect(await drawer.getByRole('region', { name: 'Manifest' }).textContent()).toContain('key: { env: CODE }')
  await leave()
})

it('C-CODE-06 C-CODE-18 edit is for unused codes, in a drawer 600 px wide; what is changed is saved, and saving nothing says so', async () => {
  const [key = ''] = await make({ name: 'editable' })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?keyword=editable')
  await page.getByRole('button', { name: 'editable', exact: false }).first().click()
  const drawer = drawerOf(page)
  await drawer.getByText(key).waitFor()
  expect((await drawer.boundingBox())?.width).toBe(600)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You seem to have changed nothing').waitFor()
  await drawer.getByLabel('Name').fill('edited')
  await drawer.getByRole('button', { name: '$50', exact: true }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Code edited saved').waitFor()
  const [code] = await codes('edited')
  expect(code).toMatchObject({ key, quota: 25_000_000, status: 1 })

  await redeem(key)
  await page.goto(`/admin/coupons?edit=${code?.id}`)
  await drawer.getByText('This code has been used and can no longer be changed.').waitFor()
  expect(await drawer.getByLabel('Name').isDisabled()).toBe(true)
  expect(await drawer.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await expect(site.admin.call('PUT', '/api/redemption/', { id: code?.id, name: 'no' })).rejects.toThrow(
    'redemption_used_locked',
  )
  await expect(
    site.admin.call('PUT', '/api/redemption/?status_only=true', { id: code?.id, status: 1 }),
  ).rejects.toThrow('redemption_used_locked')
  await leave()
})

it('C-CODE-24 rows offer what their state allows, and greyed are those that nobody can redeem', async () => {
  const [plain = ''] = await make({ name: 'states-plain' })
  await make({ name: 'states-off' })
  await make({ name: 'states-on' })
  const [gift = ''] = await make({ name: 'states-gift', is_gift: true, max_uses: 1 })
  await redeem(plain)
  await redeem(gift)
  const [off] = await codes('states-off')
  await site.admin.call('PUT', '/api/redemption/?status_only=true', { id: off?.id, status: 2 })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/coupons?keyword=states')
  await row(page, 'states-on').waitFor()
  const isGrey = (text: string) => row(page, text).evaluate((each) => each.classList.contains('text-muted'))
  expect(await Promise.all(['states-plain', 'states-off', 'states-on', 'states-gift'].map(isGrey))).toEqual([
    true,
    true,
    false,
    true,
  ])

  const openMenu = (name: string) => page.getByRole('button', { name: `Actions on ${name}` }).click()
  const item = (name: string) => page.getByRole('menuitem', { name })
  const isOff = (name: string) => item(name).getAttribute('aria-disabled')
  await openMenu('states-plain')
  expect([await isOff('Edit'), await isOff('Enable'), await item('Disable').count()]).toEqual([
    'true',
    'true',
    0,
  ])
  await page.keyboard.press('Escape')
  await openMenu('states-off')
  expect([await isOff('Edit'), await item('Disable').count()]).toEqual(['true', 0])
  await item('Enable').click()
  await expect.poll(async () => (await codes('states-off'))[0]?.status).toBe(1)
  await expect.poll(() => isGrey('states-off')).toBe(false)
  await openMenu('states-on')
  expect(await isOff('Edit')).toBeNull()
  await item('Disable').click()
  await expect.poll(async () => (await codes('states-on'))[0]?.status).toBe(2)
  await expect(redeem((await codes('states-on'))[0]?.key ?? '')).rejects.toThrow('redeem_disabled')

  await expect.poll(() => isGrey('states-on')).toBe(true)
  await openMenu('states-on')
  await item('Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(async () => (await codes('states-on')).length).toBe(0)
  await leave()
})
