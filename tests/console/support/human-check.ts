import type { Page } from 'playwright-core'

/**
 * Serves Cloudflare's script, reduced to what the console calls. The n-th widget shows its site key and n.
 * `window.passTheCheck()` passes the check as the visitor would, with `token-n`.
 */
export const servesHumanCheck = async (page: Page): Promise<void> => {
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `let shown = 0
        window.turnstile = {
          render: (box, options) => {
            const id = String((shown += 1))
            box.textContent = options.sitekey + ' ' + id
            window.passTheCheck = () => options.callback('token-' + id)
            return id
          },
          remove: () => {},
        }`,
    }),
  )
}
