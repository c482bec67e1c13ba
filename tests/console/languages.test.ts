import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, fillAddresses, untilThere } from './support/addresses.ts'
import { type Site, startSite } from './support/site.ts'

interface Tree {
  readonly [key: string]: string | Tree
}
const textsOf = (tree: Tree): readonly string[] =>
  Object.values(tree)
    .flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)))
    .filter((text) => /\p{L}/u.test(text))
const catalogues = fileURLToPath(new URL('../../src/console/i18n/', import.meta.url))
const read = async (language: string): Promise<ReadonlySet<string>> => {
  const files = readdirSync(`${catalogues}${language}`)
  const trees = await Promise.all(files.map((file) => import(`${catalogues}${language}/${file}`)))
  return new Set(trees.flatMap((module) => textsOf(Object.values(module as Record<string, Tree>)[0] ?? {})))
}

let site: Site
let english: ReadonlySet<string>
let chinese: ReadonlySet<string>
beforeAll(async () => {
  site = await startSite()
  await fillAddresses(site)
  ;[english, chinese] = await Promise.all([read('en'), read('zh')])
})
afterAll(() => site?.close())

/** What can be read on the page, piece by piece, labels and placeholders too; code and names of settings are none. */
const shown = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: (string | null)[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement?.checkVisibility() === true && !node.parentElement.closest('code, pre'))
        found.push(node.textContent)
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name))
    return found.flatMap((text) => (text === null || text.trim() === '' ? [] : [text.trim()]))
  })

/** By the menu; behind an open drawer nothing can be clicked, there the next load counts. */
const choose = async (page: Page, language: 'zh' | 'en', hasDrawer: boolean) => {
  if (hasDrawer) {
    await page.evaluate((chosen) => localStorage.setItem('i18nextLng', chosen), language)
    await page.reload()
  } else {
    await page.getByRole('button', { name: /^(Language|语言)$/ }).click()
    await page.getByRole('menuitem', { name: language === 'zh' ? '中文' : 'English' }).click()
  }
  await page.locator(`html[lang=${language}]`).waitFor()
}

describe('C-SHELL-28 choosing the other language changes every text that has one, and back, on', () => {
  // That one leads on to a program at once.
  const lasting = addresses.filter(({ path }) => path !== '/chat2link')
  it.each(lasting)('$path', async (address) => {
    const { page, leave } = await (address.isForVisitors ? site.visit() : site.visitSignedIn())
    /** Texts of one catalogue that the other has not. */
    const left = async (of: ReadonlySet<string>, other: ReadonlySet<string>) =>
      (await shown(page)).filter((text) => of.has(text) && !other.has(text))
    const hasDrawer = address.drawer !== undefined
    await page.goto(address.path)
    await untilThere(page, address)
    await expect.poll(async () => (await left(english, chinese)).length).toBeGreaterThan(5)
    await choose(page, 'zh', hasDrawer)
    await expect.poll(async () => (await left(chinese, english)).length).toBeGreaterThan(5)
    await expect.poll(() => left(english, chinese)).toEqual([])
    await choose(page, 'en', hasDrawer)
    await untilThere(page, address)
    await expect.poll(() => left(chinese, english)).toEqual([])
    await leave()
  })
})
