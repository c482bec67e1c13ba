import type { Locator, Page } from 'playwright-core'
import type { components } from '../../../openapi/types.gen.ts'
import type { Site } from './site.ts'

export type Token = components['schemas']['Token']

/** Finds the row of a token by name. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

/** Returns the super administrator's tokens whose names contain a text, up to a hundred. */
export const tokensNamed = async (site: Site, keyword: string): Promise<readonly Token[]> =>
  (
    await site.admin.call<{ items: Token[] }>(
      'GET',
      `/api/token/search?keyword=${encodeURIComponent(keyword)}&token=&size=100`,
    )
  ).items

/** Opens the menu of a token and chooses an entry. */
export const choose = async (page: Page, name: string, entry: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions on ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

export const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
