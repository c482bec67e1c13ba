import type { Locator, Page } from 'playwright-core'
import type { components } from '../../../openapi/types.gen.ts'
import type { Site } from './site.ts'

export type Token = components['schemas']['Token']

/** The row of a token, by its name. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

/** The super administrator's tokens whose names contain a text, at most a hundred. */
export const tokensNamed = async (site: Site, keyword: string): Promise<readonly Token[]> =>
  (
    await site.admin.call<{ items: Token[] }>(
      'GET',
      `/api/token/search?keyword=${encodeURIComponent(keyword)}&token=&size=100`,
    )
  ).items

/** Opens the menu of a token and does what one entry says. */
export const choose = async (page: Page, name: string, entry: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions on ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

export const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
