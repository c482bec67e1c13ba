import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

describe('keyboard', () => {
  it('alone completes the flow of tokens: create, copy, walk, select, open, close', async () => {
    const { page, leave } = await site.visit()
    const { keyboard } = page
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement
        return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      })
    const tabTo = async (name: string) => {
      for (let step = 0; step < 60; step += 1) {
        if ((await focused()).trim() === name) return
        await keyboard.press('Tab')
      }
      throw new Error(`Tab never reaches ${name}`)
    }
    await page.goto('/app/tokens')
    await page.getByLabel('Username or email').waitFor()
    await keyboard.type('root')
    await keyboard.press('Tab')
    await keyboard.type(adminPassword)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'API tokens' }).waitFor()
    await tabTo('New token')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New token' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('[data-drawer] input')))
      .toBe(true)
    await keyboard.type('by-keyboard')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Token created' }).waitFor()
    // The focus never gets behind the dialog.
    for (let step = 0; step < 15; step += 1) {
      await keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('#root') === null)).toBe(true)
    }
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.reload()
    await page.getByRole('row', { name: /by-keyboard/ }).waitFor()
    await keyboard.press('j')
    await keyboard.press('j')
    await keyboard.press('k')
    await keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Select by-keyboard' }).isChecked()).toBe(true)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Edit token' }).waitFor()
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await leave()
  })

  it('a letter that is typed into a field is a letter', async () => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto('/app/tokens')
    await page.getByRole('searchbox', { name: 'Name' }).fill('')
    await page.getByRole('searchbox', { name: 'Name' }).pressSequentially('jxk')
    expect(await page.getByRole('searchbox', { name: 'Name' }).inputValue()).toBe('jxk')
    expect(await page.getByText('1 selected').count()).toBe(0)
    await leave()
  })
})
