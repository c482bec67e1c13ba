import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'
import { rowOf, tokensNamed } from './support/tokens.ts'

/** Tests what happens to unsaved text in a form when its page is left. */

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const drawerOf = (page: Page) => page.locator('[data-drawer]')
const name = (page: Page) => drawerOf(page).getByLabel('Name')
const goToByPalette = async (page: Page, entry: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: entry, exact: true }).click()
  await page.getByRole('heading', { name: entry, level: 1 }).waitFor()
}
const openToken = async (page: Page, token?: string) => {
  const button =
    token === undefined
      ? page.getByRole('button', { name: 'New token' })
      : rowOf(page, token).getByRole('button', { name: token })
  await button.first().click()
  await name(page).waitFor()
}

it('a form that the palette led away from still holds what was typed, until it is discarded', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  await openToken(page)
  await name(page).fill('half typed')
  await goToByPalette(page, 'Wallet')
  await page.getByText('Your changes are kept: open the form again to continue').waitFor()
  await goToByPalette(page, 'API tokens')
  await openToken(page)
  await drawerOf(page).getByText('These are the changes you made but did not save.').waitFor()
  expect(await name(page).inputValue()).toBe('half typed')
  await drawerOf(page).getByRole('button', { name: 'Discard them' }).click()
  expect(await name(page).inputValue()).toBe('')
  await drawerOf(page).getByRole('button', { name: 'Cancel' }).click()
  await drawerOf(page).waitFor({ state: 'detached' })
  await openToken(page)
  expect(await name(page).inputValue()).toBe('')
  expect(complaints).toEqual([])
  await leave()
})

it('going back twice out of a form loses nothing', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/wallet')
  await page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor()
  await goToByPalette(page, 'Users')
  await page.getByRole('button', { name: 'New user' }).click()
  await drawerOf(page).getByLabel('Username').fill('half-typed')
  await page.goBack()
  await page.getByText('Unsaved changes').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor()
  await goToByPalette(page, 'Users')
  await page.getByRole('button', { name: 'New user' }).click()
  await expect.poll(() => drawerOf(page).getByLabel('Username').inputValue()).toBe('half-typed')
  await leave()
})

it('what was discarded or saved is not offered again', async () => {
  await site.admin.createToken({ name: 'kept' })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?keyword=kept')
  await openToken(page, 'kept')
  await name(page).fill('kept-not')
  await drawerOf(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await drawerOf(page).waitFor({ state: 'detached' })
  await openToken(page, 'kept')
  expect(await name(page).inputValue()).toBe('kept')
  await name(page).fill('kept-anew')
  await drawerOf(page).getByRole('button', { name: 'Save' }).click()
  await drawerOf(page).waitFor({ state: 'detached' })
  await openToken(page, 'kept-anew')
  expect(await name(page).inputValue()).toBe('kept-anew')
  expect(await drawerOf(page).getByText('you made but did not save').count()).toBe(0)
  await leave()
})

it('only what was typed is kept: what changed elsewhere meanwhile is not put back', async () => {
  const { id } = await site.admin.createToken({
    name: 'spent',
    unlimited_quota: false,
    remain_quota: 500_000,
  })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?keyword=spent')
  await openToken(page, 'spent')
  await name(page).fill('spent-anew')
  await goToByPalette(page, 'Wallet')
  await site.admin.call('PUT', '/api/token/', { id, remain_quota: 200_000 })
  await goToByPalette(page, 'API tokens')
  await openToken(page, 'spent')
  await expect.poll(() => name(page).inputValue()).toBe('spent-anew')
  await drawerOf(page).getByRole('button', { name: 'Save' }).click()
  await drawerOf(page).waitFor({ state: 'detached' })
  expect(await tokensNamed(site, 'spent-anew')).toMatchObject([{ remain_quota: 200_000 }])
  await leave()
})

it("the form of one's own account keeps what was typed while another page is looked at", async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/user/edit')
  await page.getByLabel('Display name').fill('Half typed')
  await page.locator('input[type=password]').first().fill('correct-horse-2')
  await page.getByRole('link', { name: 'Wallet' }).first().click()
  await page.getByRole('heading', { name: 'Wallet', level: 1 }).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByLabel('Display name').inputValue()).toBe('Half typed')
  expect(await page.locator('input[type=password]').first().inputValue(), 'a password is not kept').toBe('')
  await leave()
})
