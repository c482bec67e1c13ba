import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { themes } from './browser.ts'
import { untilSettled } from './settled.ts'
import type { Site } from './site.ts'

/** A view of the console: a page, a drawer over it, a dialog, a form with mistakes. */
export interface Scene {
  /** Unique among all scenes. Screenshots are named after it. */
  readonly name: string
  readonly path: string
  /** Whether the scene is opened by a visitor who is not signed in. By default the super administrator opens it. */
  readonly isPublic?: true
  /**
   * Prepares the page before it is checked. Elements must be found by a part of their English texts, because the test
   * of texts puts every phrase in brackets. Resolves once everything it opened is shown.
   */
  readonly act?: (page: Page) => Promise<void>
}

/** The scenes of one page. A file in `tests/console/scenes/` has them as its only export. */
export interface PageScenes {
  /** Creates data through the API, once for a site, next to the data of the other pages. */
  readonly fill?: (site: Site) => Promise<void>
  /** Texts in these scenes that are data or names, not phrases. Names that begin with `data-` are recognized anyway. */
  readonly data?: readonly RegExp[]
  readonly scenes: readonly Scene[]
}

const folder = new URL('../scenes/', import.meta.url)

/** Reads the scenes of every page. */
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

/** Opens a scene and waits until all of it is shown. */
export const openScene = async (page: Page, { path, act }: Scene): Promise<void> => {
  await page.goto(path)
  await page.locator('main h1, main iframe').first().waitFor()
  await untilSettled(page)
  if (!act) return
  await act(page)
  await untilSettled(page)
}

/**
 * Changes the window width and the system's theme, and waits until the page has followed. This is cheaper than opening
 * a scene in each look, and users change both as well.
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
