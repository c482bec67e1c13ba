import type { Page } from 'playwright-core'

/**
 * Cloudflare's script, reduced to what the console calls. The n-th widget says its site key and n; `passTheCheck()` in
 * the window stands for the visitor and gives `token-n`.
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
