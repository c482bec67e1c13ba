import type { Page } from 'playwright-core'

/** Lets the next call to a URL reach the server, but aborts its response, so the page never receives it. */
export const loseAnswer = (page: Page, address: string): Promise<unknown> =>
  page.route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
