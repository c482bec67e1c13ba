import type { Page } from 'playwright-core'
import type { PageScenes } from '../support/scene.ts'

const all = {
  github_oauth: true,
  oidc_enabled: true,
  linuxdo_oauth: true,
  wechat_login: true,
  wechat_qrcode: '/logo.png',
  telegram_oauth: true,
  // Telegram's script is allowed only while Telegram sign-in is enabled in the daemon, and in these scenes it is not.
  telegram_bot_name: '',
}

/** Shows the page as if every provider were enabled. */
const withProviders = async (page: Page): Promise<void> => {
  await page.route('**/api/status', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...all } } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'WeChat' }).waitFor()
  await page.unroute('**/api/status')
}

/** Scenes of signing in through providers, and of linking them to an account. */
export const oauth: PageScenes = {
  scenes: [
    {
      name: 'login-providers',
      path: '/login',
      isPublic: true,
      act: async (page) => {
        await withProviders(page)
        await page.getByText('name of the Telegram bot').waitFor()
      },
    },
    {
      name: 'login-wechat',
      path: '/login',
      isPublic: true,
      act: async (page) => {
        await withProviders(page)
        await page.getByRole('button', { name: 'WeChat' }).click()
        await page.getByRole('dialog').getByRole('img').waitFor()
        await page.getByRole('dialog').locator('button[type=submit]').click()
        await page.getByRole('dialog').getByRole('alert').waitFor()
      },
    },
    { name: 'register-providers', path: '/register', isPublic: true, act: withProviders },
    {
      name: 'oauth-return',
      path: '/about',
      isPublic: true,
      act: async (page) => {
        // The daemon is still waiting for the provider.
        await page.addInitScript(() => {
          const ask = window.fetch
          window.fetch = (input, init) =>
            input instanceof Request && input.url.includes('/api/oauth/')
              ? new Promise(() => undefined)
              : ask(input, init)
        })
        await page.goto('/oauth/github?code=x&state=y')
        await page.locator('main h1').waitFor()
      },
    },
    { name: 'own-account-logins', path: '/app/me', act: withProviders },
  ],
}
