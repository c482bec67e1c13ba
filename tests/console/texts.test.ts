import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { type Visitor, visit } from './support/browser.ts'
import { buildForDevelopment, type DevelopmentBuild } from './support/development-build.ts'
import { fillForScenes, openScene, readScenes } from './support/scene.ts'
import { type Site, startSite } from './support/site.ts'

const catalogues = fileURLToPath(new URL('../../src/console/i18n/', import.meta.url))

interface Tree {
  readonly [key: string]: string | Tree
}
const flatten = (tree: Tree, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : flatten(value, `${path}${key}.`),
  )
const read = async (language: string, file: string) =>
  flatten(Object.values((await import(`${catalogues}${language}/${file}`)) as Record<string, Tree>)[0] ?? {})
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((each) => each[1]).sort()

describe('catalogues', () => {
  const files = readdirSync(`${catalogues}zh`)

  it('exist for the same pages in both languages', () => {
    expect(readdirSync(`${catalogues}en`)).toEqual(files)
  })

  it.each(files)(
    '%s has the same phrases in both languages, none empty, none left in the other language',
    async (file) => {
      const zh = new Map(await read('zh', file))
      const en = new Map(await read('en', file))
      const keys = [...en.keys()].filter((key) => !key.endsWith('_one'))
      expect(keys.sort()).toEqual([...zh.keys()].sort())
      for (const [key, text] of zh) {
        const other = en.get(key) ?? ''
        expect([key, placeholders(other)]).toEqual([key, placeholders(text)])
        expect([key, text === '' || other === '']).toEqual([key, false])
        expect([key, /\p{Script=Han}/u.test(other)]).toEqual([key, false])
      }
      for (const key of [...zh.keys()].filter((each) => each.endsWith('_other')))
        expect(en.has(key.replace(/_other$/, '_one'))).toBe(true)
    },
  )
})

const pages = await readScenes()
const scenes = pages.flatMap((page) => page.scenes)

describe('pages', () => {
  let site: Site
  let development: DevelopmentBuild
  let visitor: Visitor
  let root: Visitor
  beforeAll(async () => {
    site = await startSite()
    await fillForScenes(site, pages)
    development = await buildForDevelopment()
    visitor = await inPseudo(await site.visit())
    root = await inPseudo(await site.visitSignedIn())
  })
  afterAll(async () => {
    development?.remove()
    await site?.close()
  })

  /** What is data or a name in every language, and no sentence. */
  const data = [
    /^(Tollgate|root|Root User|R|default|data-[\w-]*|sk-\S+|English|中文|Ctrl K|USD|×[\d.]+)$/,
    /^(curl|Python|TypeScript|Claude Code|Codex|OpenAI|external|self|demo)$/,
    /^[\d\s.,:;%$=/×…–|()#+-]*$/,
    // The notices' label and the key that leads to them, which sonner puts together.
    /^⟦[^⟧]*⟧ alt\+T$/,
    /^https?:\/\/\S+$/,
    ...pages.flatMap((page) => page.data ?? []),
  ]

  /** Every visible text and label that does not come from a catalogue; those that do are in ⟦brackets⟧. */
  const foreignTexts = async (page: Page): Promise<readonly string[]> => {
    const texts = await page.evaluate(() => {
      const found: string[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement
        if (!parent || parent.closest('script, style, noscript, pre, code, textarea')) continue
        if (parent.closest('select') === null && !parent.checkVisibility()) continue
        found.push(node.textContent ?? '')
      }
      // A phrase with an element in it is cut in pieces; joined, its brackets close again.
      let depth = 0
      const outside: string[] = []
      for (const text of found) {
        let rest = ''
        for (const character of text) {
          if (character === '⟦') depth += 1
          else if (character === '⟧') depth -= 1
          else if (depth === 0) rest += character
        }
        outside.push(rest)
      }
      for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
          const value = element.getAttribute(name)
          if (value !== null && !/^⟦.*⟧$/s.test(value)) outside.push(value)
        }
      return outside
    })
    return texts.map((text) => text.trim()).filter((text) => !data.some((pattern) => pattern.test(text)))
  }

  const inPseudo = async (visitor: Visitor) => {
    await development.serve(visitor.context)
    await visitor.context.addInitScript(() => localStorage.setItem('i18nextLng', 'qps'))
    return visitor
  }

  it.each(scenes)('$name shows no text that is not from the catalogues', async (scene) => {
    const { page } = scene.isPublic ? visitor : root
    await openScene(page, scene)
    expect(await foreignTexts(page)).toEqual([])
  })

  it('of the set-up show none either, whatever was typed', async () => {
    const fresh = await startGateway()
    const { page, context, leave } = await visit(site.browser, fresh.url)
    await development.serve(context)
    await context.addInitScript(() => localStorage.setItem('i18nextLng', 'qps'))
    await page.goto('/')
    await page.waitForURL('**/setup')
    await page.locator('button[type=submit]').click()
    await page.getByText('Please enter the admin username').waitFor()
    expect(await foreignTexts(page)).toEqual([])
    await page.locator('input[autocomplete=username]').fill('root')
    for (const field of await page.locator('input[autocomplete=new-password]').all())
      await field.fill('correct-horse')
    await page.locator('button[type=submit]').click()
    await page.getByText('Save and test').click()
    await page.getByText('Please fill in the key').waitFor()
    expect(await foreignTexts(page)).toEqual([])
    await page.getByText('Skip for now').click()
    await page.getByText('Waiting for your request').waitFor()
    expect(await foreignTexts(page)).toEqual([])
    await leave()
    await fresh.stop()
  })
})
