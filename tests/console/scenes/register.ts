import type { PageScenes } from '../support/scene.ts'

/** Scenes of the sign-up page. */
export const register: PageScenes = {
  scenes: [
    { name: 'register', path: '/register', isPublic: true },
    {
      name: 'register-mistakes',
      path: '/register',
      isPublic: true,
      act: async (page) => {
        await page.getByLabel('Confirm password').fill('another')
        await page.locator('button[type=submit]').click()
      },
    },
    {
      name: 'register-email',
      path: '/register',
      isPublic: true,
      act: async (page) => {
        await page.route('**/api/status', async (route) => {
          const answer = (await (await route.fetch()).json()) as { data: object }
          await route.fulfill({ json: { ...answer, data: { ...answer.data, email_verification: true } } })
        })
        await page.reload()
        await page.getByRole('button', { name: 'Send code' }).click()
        await page.unroute('**/api/status')
      },
    },
  ],
}
