import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Address, untilThere } from './addresses.ts'
import { untilSettled } from './settled.ts'

interface Tree {
  readonly [key: string]: string | Tree
}
const textsOf = (tree: Tree): readonly string[] =>
  Object.values(tree)
    .flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)))
    .filter((text) => /\p{L}/u.test(text))
const catalogues = fileURLToPath(new URL('../../../src/console/i18n/', import.meta.url))
/** Reads all phrases of a language that contain a letter. */
const read = async (language: string): Promise<ReadonlySet<string>> => {
  const files = readdirSync(`${catalogues}${language}`)
  const trees = await Promise.all(files.map((file) => import(`${catalogues}${language}/${file}`)))
  return new Set(trees.flatMap((module) => textsOf(Object.values(module as Record<string, Tree>)[0] ?? {})))
}

const [english, chinese] = await Promise.all([read('en'), read('zh')])

/** Lists the visible texts of the page, including labels and placeholders, but no code and no setting names. */
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

/** Chooses a language in the menu. If an open drawer covers it, stores the language and reloads the page. */
const choose = async (page: Page, language: 'zh' | 'en', hasDrawer: boolean) => {
  if (hasDrawer) {
    await page.evaluate((chosen) => localStorage.setItem('i18nextLng', chosen), language)
    await page.reload()
  } else {
    await page.getByRole('button', { name: /^(Language|语言)$/ }).click()
    await page.getByRole('menuitem', { name: language === 'zh' ? '中文' : 'English' }).click()
  }
  await page.locator(`html[lang=${language}]`).waitFor()
  // Waits for parts that have not been drawn yet.
  await untilSettled(page)
}

/**
 * Switches an English page to Chinese and back. Every text that differs between the languages must change, and change
 * back.
 */
export const changeLanguages = async (page: Page, address: Address): Promise<void> => {
  /** Returns the texts on the page that only one of the catalogues has. */
  const left = async (of: ReadonlySet<string>, other: ReadonlySet<string>) =>
    (await shown(page)).filter((text) => of.has(text) && !other.has(text))
  const hasDrawer = address.drawer !== undefined
  await expect.poll(async () => (await left(english, chinese)).length).toBeGreaterThan(5)
  await choose(page, 'zh', hasDrawer)
  try {
    await expect.poll(async () => (await left(chinese, english)).length).toBeGreaterThan(5)
    await expect.poll(() => left(english, chinese)).toEqual([])
  } finally {
    // Runs after a failure too, because the next URL is opened in English.
    await choose(page, 'en', hasDrawer)
  }
  await untilThere(page, address)
  await expect.poll(() => left(chinese, english)).toEqual([])
}
