/**
 * `npm run screenshots`: pictures of every page of the console, in both themes and both widths, in a new folder.
 * `npm run screenshots -- token wallet`: only the pages whose names begin with these words.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { themes, visit, widths } from './support/browser.ts'
import { startEmptyDaemon } from './support/daemon.ts'
import { changeLook, fillForScenes, openScene, readScenes } from './support/scene.ts'
import { startSite } from './support/site.ts'

const languages = { en: 'en-US', zh: 'zh-CN' } as const
const folder = mkdtempSync(join(tmpdir(), 'tollgate-screenshots-'))
const site = await startSite()
const pages = await readScenes()
await fillForScenes(site, pages)
const fresh = await startEmptyDaemon()
const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((start) => name.startsWith(start))
const scenes = pages.flatMap((each) => each.scenes).filter(({ name }) => isWanted(name))
/** Reports whether the whole page is taken. A drawer or a dialog fills the window, but the page below it is longer. */
const isWhole = async (page: Page) => (await page.locator('[role=dialog], [role=menu]').count()) === 0

let count = 0
const takeAll = async (page: Page, name: string, language: string) => {
  for (const [widthName, width] of Object.entries(widths).reverse())
    for (const theme of themes) {
      await changeLook(page, { theme, width })
      await page.evaluate(() => document.fonts.ready)
      const file = `${name}-${theme}-${widthName}-${language}.png`
      const fullPage = await isWhole(page)
      // On a scrolled page, the top bar would be in the middle of the picture.
      if (fullPage) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await page.screenshot({ path: join(folder, file), fullPage })
      count += 1
    }
}

for (const [language, locale] of Object.entries(languages)) {
  if (isWanted('setup')) {
    const newcomer = await visit(site.browser, fresh.url, { locale })
    await newcomer.page.goto('/setup')
    await newcomer.page.locator('form').waitFor()
    await takeAll(newcomer.page, 'setup', language)
    await newcomer.leave()
  }
  const stranger = await site.visit({ locale })
  const root = await site.visitSignedIn({ locale })
  for (const scene of scenes) {
    // The actions of a scene find elements by their English texts.
    if (scene.act && language !== 'en') continue
    const { page } = scene.isPublic ? stranger : root
    await page.setViewportSize({ width: widths.desktop, height: 900 })
    await openScene(page, scene)
    await takeAll(page, scene.name, language)
  }
  await stranger.leave()
  await root.leave()
}
await site.close()
await fresh.stop()
await site.browser.close()
process.stdout.write(`${count} pictures in ${folder}\n`)
