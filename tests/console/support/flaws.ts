import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { AxeResults, RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.2 AA, and best practices. */
const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

type WindowWithAxe = Window & typeof globalThis & { axe: Pick<typeof Axe, 'run'> }

/** Lists serious and critical violations, each with its element. */
const tell = ({ violations }: AxeResults): readonly string[] =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    )

const loadAxe = async (page: Page): Promise<void> => {
  // Runs through the debugger, because the content policy of the page allows no script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Scrolls to the top, because an element that is half under the top bar would count as too small.
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    // The same applies to elements under a bar at the bottom.
    for (const bar of document.querySelectorAll<HTMLElement>('.sticky.bottom-0'))
      bar.style.position = 'static'
  })
}

/** Lists the violations that axe finds on the page, or in the dialog if one is open. */
export const findFlaws = async (page: Page): Promise<readonly string[]> => {
  await loadAxe(page)
  return tell(
    await page.evaluate((runOnly) => {
      // Everything behind a dialog is inert. The page itself is checked without the dialog.
      const include = document.querySelector('[role=dialog]') ?? document
      // These sentinels pass the focus on as soon as they have it.
      const exclude = '[id^=headlessui-focus-sentinel]'
      // Preloading would fetch the styles again for rules about media and screen orientation, which are not needed.
      return (window as WindowWithAxe).axe.run(
        { include, exclude },
        { runOnly, resultTypes: ['violations'], preload: false },
      )
    }, allRules),
  )
}
