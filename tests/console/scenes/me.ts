import type { Page } from 'playwright-core'
import type { PageScenes } from '../support/scene.ts'

/** Shows an account with two passkeys. A browser authenticator would be present in every scene. */
const withPasskeys = async (page: Page) => {
  const items = [
    { id: 2, name: 'data-phone', rp_id: 'data-domain', works_here: false, is_backed_up: true },
    { id: 1, name: 'data-laptop', rp_id: 'localhost', works_here: true, is_backed_up: false },
  ].map((each) => ({ ...each, created_time: 1_795_000_000, last_used_time: (each.id - 1) * 1_795_000_000 }))
  await page.route('**/api/passkey/?**', (route) =>
    route.fulfill({
      json: { success: true, message: '', data: { items, total: 2, page: 1, page_size: 100 } },
    }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Rename data-phone' }).waitFor()
}

/** Scenes of the user's own account, with every dialog and tab. */
export const me: PageScenes = {
  // Names of signed-in programs, and the separator between the name and the address.
  data: [/^(Playwright(\/.*)?|node|Chrome.*|Mozilla\/.*|·)$/],
  scenes: [
    {
      name: 'terminal',
      path: `/app/terminal?challenge=${'c'.repeat(43)}&name=data-terminal`,
    },
    { name: 'terminal-incomplete', path: '/app/terminal' },
    {
      name: 'terminal-code',
      path: `/app/terminal?challenge=${'c'.repeat(43)}&name=data-terminal`,
      act: async (page) => {
        await page.route('**/api/access_token/terminal', (route) =>
          route.fulfill({ json: { success: true, message: '', data: { code: 'data-code'.repeat(5) } } }),
        )
        await page.locator('main button').last().click()
        await page.getByText('Paste this code into the terminal').waitFor()
        await page.unrouteAll({ behavior: 'wait' })
      },
    },
    {
      name: 'terminal-refused',
      path: `/app/terminal?challenge=${'c'.repeat(43)}&name=data-terminal`,
      act: (page) => page.locator('main button').first().click(),
    },
    { name: 'me', path: '/app/me' },
    {
      name: 'me-webhook',
      path: '/app/me?tab=notification',
      act: async (page) => {
        await page.getByText('Webhook').first().click()
        await page.locator('main input[type=url]').fill('http://data-hook')
        await page.locator('main form button[type=submit]').click()
        await page.getByText('The webhook address must begin with https://').waitFor()
      },
    },
    { name: 'me-price', path: '/app/me?tab=price' },
    { name: 'me-other', path: '/app/me?tab=other' },
    {
      name: 'me-email',
      path: '/app/me',
      act: async (page) => {
        await page.route('**/api/status', async (route) => {
          const answer = (await (await route.fetch()).json()) as { data: object }
          await route.fulfill({ json: { ...answer, data: { ...answer.data, mail_enabled: true } } })
        })
        await page.reload()
        await page.getByRole('button', { name: 'Bind email' }).click()
        await page.unroute('**/api/status')
        await page.getByRole('dialog').locator('button[type=submit]').click()
        await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
      },
    },
    {
      name: 'me-password',
      path: '/app/me',
      act: async (page) => {
        await page.getByRole('button', { name: 'Change password' }).click()
        await page.getByRole('dialog').locator('input[type=password]').last().fill('other')
        await page.getByRole('dialog').locator('button[type=submit]').click()
        await page.getByText('The two passwords differ').waitFor()
      },
    },
    {
      name: 'me-passkeys',
      path: '/app/me',
      act: async (page) => {
        await withPasskeys(page)
        await page.unrouteAll({ behavior: 'wait' })
      },
    },
    {
      name: 'me-passkey-rename',
      path: '/app/me',
      act: async (page) => {
        await withPasskeys(page)
        await page.getByRole('button', { name: 'Rename data-phone' }).click()
        await page.getByRole('dialog').getByRole('textbox').fill(' ')
        await page.getByRole('dialog').locator('button[type=submit]').click()
        await page.getByText('Please enter a name').waitFor()
        await page.unrouteAll({ behavior: 'wait' })
      },
    },
    {
      name: 'me-token',
      path: '/app/me',
      act: async (page) => {
        await page.route('**/api/user/token', (route) =>
          route.fulfill({ json: { success: true, message: '', data: 'data-token' } }),
        )
        await page.getByRole('button', { name: 'Generate token' }).click()
        await page.getByRole('dialog').getByRole('button').last().click()
        await page.getByText('Shown only once').waitFor()
        await page.unrouteAll({ behavior: 'wait' })
      },
    },
    {
      name: 'me-delete',
      path: '/app/me',
      act: async (page) => {
        // Shows the page of an ordinary user, because the super administrator cannot delete their account.
        await page.route('**/api/user/self', async (route) => {
          const answer = (await (await route.fetch()).json()) as { data: object }
          await route.fulfill({ json: { ...answer, data: { ...answer.data, role: 1 } } })
        })
        await page.reload()
        await page.getByRole('button', { name: 'Delete account' }).click()
        await page.getByRole('dialog').getByRole('textbox').waitFor()
        await page.unrouteAll({ behavior: 'wait' })
      },
    },
  ],
}
