import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { AxeResults, RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of WCAG 2.2 AA, and what is good practice besides. */
const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

type WindowWithAxe = Window & typeof globalThis & { axe: Pick<typeof Axe, 'run'> }

/** Serious flaws and worse, each with the elements it is about. */
const tell = ({ violations }: AxeResults): readonly string[] =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    )

const loadAxe = async (page: Page): Promise<void> => {
  // Through the debugger: the content policy of the page lets no script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // What a page scrolled half under the top bar is no smaller for it.
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    // Nor what happens to end under a bar at the bottom.
    for (const bar of document.querySelectorAll<HTMLElement>('.sticky.bottom-0'))
      bar.style.position = 'static'
  })
}

/** What axe finds broken on the page, in the dialog where there is one. */
export const findFlaws = async (page: Page): Promise<readonly string[]> => {
  await loadAxe(page)
  return tell(
    await page.evaluate((runOnly) => {
      // Behind a dialog everything is inert; the page itself is looked at without it.
      const include = document.querySelector('[role=dialog]') ?? document
      // They hand the focus on as soon as they have it.
      const exclude = '[id^=headlessui-focus-sentinel]'
      // The styles that it would fetch again serve rules about media and turned screens, which have no place here.
      return (window as WindowWithAxe).axe.run(
        { include, exclude },
        { runOnly, resultTypes: ['violations'], preload: false },
      )
    }, allRules),
  )
}
