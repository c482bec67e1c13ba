import type { Page } from 'playwright-core'
import type { PageScenes } from '../support/scene.ts'

const link = '/user/reset?email=alice%40example.com&token=0123456789abcdef0123456789abcdef'

/** Stubs an answer that needs a mail server, which this daemon does not have. */
const answers = async (page: Page, path: string, data?: string) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ json: { success: true, message: '', ...(data === undefined ? {} : { data }) } }),
  )

/** Opens the page as on a site that can send the link by email. */
const openForm = async (page: Page) => {
  await page.route('**/api/status', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object }
    const data = { ...answer.data, mail_enabled: true, server_address: 'https://gateway.example' }
    await route.fulfill({ json: { ...answer, data } })
  })
  await page.reload()
  await page.locator('input[type=email]').waitFor()
  await page.unroute('**/api/status')
}

/** Scenes of resetting a forgotten password. */
export const reset: PageScenes = {
  // The generated password, and the daemon's message for a used link.
  data: [/^mK7wq3RtVx9e$/, /^This link has been used/],
  scenes: [
    { name: 'reset-without-mail', path: '/reset', isPublic: true },
    { name: 'reset', path: '/reset', isPublic: true, act: openForm },
    {
      name: 'reset-mistake',
      path: '/reset',
      isPublic: true,
      act: async (page) => {
        await openForm(page)
        await page.locator('button[type=submit]').click()
      },
    },
    {
      name: 'reset-sent',
      path: '/reset',
      isPublic: true,
      act: async (page) => {
        await openForm(page)
        await answers(page, '/api/reset_password?*')
        await page.locator('input[type=email]').fill('alice@example.com')
        await page.locator('button[type=submit]').click()
        await page.locator('[role=status]').getByText('alice@example.com').waitFor()
      },
    },
    { name: 'reset-confirm', path: link, isPublic: true },
    { name: 'reset-confirm-incomplete', path: '/user/reset', isPublic: true },
    {
      name: 'reset-confirm-dead',
      path: link,
      isPublic: true,
      act: async (page) => {
        await page.locator('button[type=submit]').click()
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'reset-confirm-done',
      path: link,
      isPublic: true,
      act: async (page) => {
        await answers(page, '/api/user/reset', 'mK7wq3RtVx9e')
        await page.locator('button[type=submit]').click()
        await page.getByText('mK7wq3RtVx9e').waitFor()
      },
    },
  ],
}
