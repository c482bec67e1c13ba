import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { themes, widths } from './support/browser.ts'
import { findFlaws } from './support/flaws.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.createToken({ name: 'enabled', unlimited_quota: false, remain_quota: 500_000 })
  await site.admin.createToken({ name: 'limited', model_limits_enabled: true, model_limits: 'a,b,c' })
  const { id } = await site.admin.createToken({ name: 'disabled', allow_ips: '10.0.0.0/8' })
  await site.admin.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
})
afterAll(() => site?.close())

const cases = themes.flatMap((theme) =>
  Object.entries(widths).map(([name, width]) => ({ theme, name, width })),
)

describe.each(cases)('$theme, $name', ({ theme, width }) => {
  it('axe finds no serious flaw on any page, in any drawer, menu or dialog', async () => {
    const { page, complaints, leave } = await site.visit({ theme, width })
    const check = async (place: string) => {
      await page.waitForLoadState('networkidle')
      expect([place, await findFlaws(page)]).toEqual([place, []])
    }
    for (const path of ['/', '/about', '/login?expired=true', '/nope']) {
      await page.goto(path)
      await page.locator('main h1').first().waitFor()
      await check(path)
    }
    await page.goto('/login')
    await page.getByRole('button', { name: 'Log in' }).click()
    await check('login with a mistake')
    await page.getByLabel('Username or email').fill('root')
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('limited').waitFor()
    await check('tokens')
    await page.getByRole('button', { name: 'Actions on limited' }).click()
    await page.getByRole('menu').waitFor()
    await check('menu of a row')
    await page.keyboard.press('Escape')
    await page.goto('/app/tokens?keyword=nothing-like-it')
    await page.getByText('No token matches').waitFor()
    await check('tokens, empty')
    await page.goto('/app/tokens?edit=new')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Limit the models').click()
    await page.getByText('Limit the rate of requests').click()
    await check('form of a token')
    await page.getByRole('tab', { name: 'Show as' }).click()
    await check('token shown as')
    await page.keyboard.press('Escape')
    await page.getByText('Changes are not saved').waitFor()
    await check('question')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Page, name or request id' }).waitFor()
    await check('palette')
    expect(complaints).toEqual([])
    await leave()
  })
})

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
    await page.getByRole('searchbox', { name: 'Name' }).fill('')
    await page.getByRole('searchbox', { name: 'Name' }).pressSequentially('jxk')
    expect(await page.getByRole('searchbox', { name: 'Name' }).inputValue()).toBe('jxk')
    expect(await page.getByText('1 selected').count()).toBe(0)
    await leave()
  })
})
