import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { themes } from './browser.ts'
import { untilSettled } from './settled.ts'
import type { Site } from './site.ts'

/** Something a person can see: a page, a drawer over it, a dialog, a form with mistakes. */
export interface Scene {
  /** Of all scenes no other has it; its picture is named by it. */
  readonly name: string
  readonly path: string
  /** Whether somebody sees it who is not signed in; otherwise the super administrator does. */
  readonly isPublic?: true
  /**
   * What is done on the page before it is looked at. Texts are found by their English ones, as a part: in the language
   * of the test of texts each stands in brackets. It waits until what it opened is there.
   */
  readonly act?: (page: Page) => Promise<void>
}

/** What can be seen of one page, in a file of `tests/console/scenes/`, as its only export. */
export interface PageScenes {
  /** Puts data there, through the API; once for a site, beside that of the other pages. */
  readonly fill?: (site: Site) => Promise<void>
  /** Texts on these scenes that are data or names, not phrases; names that begin with `data-` are known as such. */
  readonly data?: readonly RegExp[]
  readonly scenes: readonly Scene[]
}

const folder = new URL('../scenes/', import.meta.url)

/** The scenes of every page. */
export const readScenes = async (): Promise<readonly PageScenes[]> =>
  Promise.all(
    readdirSync(fileURLToPath(folder)).map(async (file) => {
      const [scenes] = Object.values((await import(new URL(file, folder).href)) as Record<string, PageScenes>)
      if (!scenes) throw new Error(`scenes/${file} exports nothing`)
      return scenes
    }),
  )

/** Fills a site for the scenes of every page. */
export const fillForScenes = async (site: Site, pages: readonly PageScenes[]): Promise<void> => {
  for (const { fill } of pages) await fill?.(site)
}

/** Opens a scene: when this is done, all of it is there. */
export const openScene = async (page: Page, { path, act }: Scene): Promise<void> => {
  await page.goto(path)
  await page.locator('main h1, main iframe').first().waitFor()
  await untilSettled(page)
  if (!act) return
  await act(page)
  await untilSettled(page)
}

/**
 * Turns the window and the system's theme into others, and is done when the page looks so. Cheaper than opening a scene
 * in each look, and what people do with their windows.
 */
export const changeLook = async (
  page: Page,
  { theme, width }: { readonly theme: (typeof themes)[number]; readonly width: number },
): Promise<void> => {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction((name) => document.documentElement.dataset['theme'] === name, theme)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
