import type { PageScenes } from '../support/scene.ts'

/** Scenes of the daily check-in and the invitations, on the account page. */
export const gifts: PageScenes = {
  fill: async ({ admin }) => {
    await admin.setOption('CheckInEnabled', 'true')
    await admin.setOption('CheckInMaxQuota', '2000')
  },
  scenes: [
    {
      name: 'gifts-done',
      path: '/app/me',
      act: async (page) => {
        await page.route('**/api/user/check_in_status', async (route) => {
          const answer = (await (await route.fetch()).json()) as { data: object }
          await route.fulfill({ json: { ...answer, data: { ...answer.data, can_check_in: false } } })
        })
        await page.reload()
        await page.getByText('Checked in today').waitFor()
        await page.unrouteAll({ behavior: 'wait' })
      },
    },
    {
      name: 'gifts-transfer',
      path: '/app/me',
      act: async (page) => {
        await page.getByRole('button', { name: 'Transfer' }).click()
        await page.getByRole('dialog').locator('button[type=submit]').click()
        await page.getByRole('dialog').getByRole('alert').waitFor()
      },
    },
  ],
}
