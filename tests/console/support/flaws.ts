import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of WCAG 2.2 AA that axe finds broken, serious ones and worse, each with the elements it is about. */
export const findFlaws = async (page: Page): Promise<readonly string[]> => {
  // Through the debugger: the content policy of the page lets no script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // What a page scrolled half under the top bar is no smaller for it.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const { violations } = await page.evaluate(
    () =>
      (window as unknown as { axe: { run(options: unknown): Promise<AxeResults> } }).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }) as Promise<AxeResults>,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    )
}
