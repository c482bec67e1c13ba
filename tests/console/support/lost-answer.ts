import type { Page } from 'playwright-core'

/** The next call to an address is carried out, but its answer never reaches the page. */
export const loseAnswer = (page: Page, address: string): Promise<unknown> =>
  page.route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
