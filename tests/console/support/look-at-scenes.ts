import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Visitor, widths } from './browser.ts'
import { buildForDevelopment } from './development-build.ts'
import { findFlaws } from './flaws.ts'
import { foreignTexts, markPhrases } from './foreign-texts.ts'
import { changeLook, fillForScenes, openScene, readScenes } from './scene.ts'
import { type Site, startSite } from './site.ts'

/**
 * The looks of a scene, one after the other: each theme once and each width once. Colors depend on the theme, and the
 * layout depends on the width.
 */
const looks = [
  { theme: 'light', width: widths.desktop },
  { theme: 'dark', width: widths.phone },
] as const

const pages = await readScenes()

/**
 * Defines the tests of one part of all scenes. Each scene is opened once. All its texts must come from the catalogues,
 * axe must find no serious flaw in a wide light window and in a narrow dark one, and nothing may be wider than the
 * window.
 *
 * @param part counted from 1; the test files of the parts run in parallel
 */
export const lookAtScenes = (part: number, parts: number): void => {
  let site: Site
  let root: Visitor
  let stranger: Visitor
  beforeAll(async () => {
    site = await startSite({ consoleDirectory: await buildForDevelopment() })
    await fillForScenes(site, pages)
    root = await site.visitSignedIn()
    stranger = await site.visit()
    for (const { context } of [root, stranger]) await markPhrases(context)
  })
  afterAll(() => site?.close())

  const data = pages.flatMap((page) => page.data ?? [])
  const scenes = pages.flatMap((page) => page.scenes)
  it.each(scenes.filter((_, index) => index % parts === part - 1))('$name', async (scene) => {
    const { page, complaints } = scene.isPublic ? stranger : root
    const seen = complaints.length
    await page.setViewportSize({ width: looks[0].width, height: 900 })
    await page.emulateMedia({ colorScheme: looks[0].theme })
    await openScene(page, scene)
    expect(await foreignTexts(page, data)).toEqual([])
    for (const look of looks) {
      await changeLook(page, look)
      expect([look, await findFlaws(page)]).toEqual([look, []])
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([look, needed]).toEqual([look, look.width])
    }
    expect(complaints.slice(seen)).toEqual([])
  })
}
