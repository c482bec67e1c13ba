import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { themes, type Visitor, widths } from './support/browser.ts'
import { findFlaws } from './support/flaws.ts'
import { changeLook, fillForScenes, openScene, readScenes } from './support/scene.ts'
import { type Site, startSite } from './support/site.ts'

const pages = await readScenes()
const scenes = pages.flatMap((page) => page.scenes)

let site: Site
beforeAll(async () => {
  site = await startSite()
  await fillForScenes(site, pages)
})
afterAll(() => site?.close())

describe('axe finds no serious flaw in either theme and either width, and nothing is wider than the window, in', () => {
  let root: Visitor
  let stranger: Visitor
  beforeAll(async () => {
    root = await site.visitSignedIn()
    stranger = await site.visit()
  })
  afterAll(async () => {
    await root?.leave()
    await stranger?.leave()
  })

  it.each(scenes)('$name', async (scene) => {
    const { page, complaints } = scene.isPublic ? stranger : root
    const seen = complaints.length
    await page.setViewportSize({ width: widths.desktop, height: 900 })
    await openScene(page, scene)
    for (const [name, width] of Object.entries(widths).reverse())
      for (const theme of themes) {
        await changeLook(page, { theme, width })
        expect([name, theme, await findFlaws(page)]).toEqual([name, theme, []])
        const needed = await page.evaluate(() => document.documentElement.scrollWidth)
        expect([name, theme, needed]).toEqual([name, theme, width])
      }
    expect(complaints.slice(seen)).toEqual([])
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
    await page.goto('/app/tokens')
    await page.getByRole('searchbox', { name: 'Name' }).fill('')
    await page.getByRole('searchbox', { name: 'Name' }).pressSequentially('jxk')
    expect(await page.getByRole('searchbox', { name: 'Name' }).inputValue()).toBe('jxk')
    expect(await page.getByText('1 selected').count()).toBe(0)
    await leave()
  })
})
