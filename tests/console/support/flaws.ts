import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every rule of WCAG 2.2 AA, or the one that depends on the colours alone. */
const rules: Readonly<Record<'all' | 'contrast', RunOnly>> = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  contrast: { type: 'rule', values: ['color-contrast'] },
}

/** What axe finds broken on the page, serious flaws and worse, each with the elements it is about. */
export const findFlaws = async (
  page: Page,
  asked: keyof typeof rules = 'all',
): Promise<readonly string[]> => {
  // Through the debugger: the content policy of the page lets no script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // What a page scrolled half under the top bar is no smaller for it.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const { violations } = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: Pick<typeof Axe, 'run'> }).axe.run(
        // Behind a dialog everything is inert; the page itself is looked at without it.
        document.querySelector('[role=dialog]') ?? document,
        // The styles that it would fetch again serve rules about media and turned screens, which have no place here.
        { runOnly, resultTypes: ['violations'], preload: false },
      ),
    rules[asked],
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    )
}
