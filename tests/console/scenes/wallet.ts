import type { PageScenes } from '../support/scene.ts'

const methods = [
  { name: 'zfb', provider: 'epay', currency: 'CNY' },
  { name: 'wx', provider: 'epay', currency: 'CNY' },
]

/** Scenes of the wallet, with a redeemed code and an amount taken by an administrator. */
export const wallet: PageScenes = {
  fill: async ({ admin }) => {
    const [key] = await admin.call<string[]>('POST', '/api/redemption/', {
      name: 'data-wallet',
      quota: 500_000,
    })
    await admin.call('POST', '/api/user/topup', { key })
    await admin.call('POST', '/api/user/credit', { id: 1, delta: '-1234.125', note: 'data-note' })
  },
  scenes: [
    { name: 'wallet', path: '/app/wallet?code=data-code' },
    {
      name: 'wallet-refused',
      path: '/app/wallet',
      act: async (page) => {
        await page.locator('main form button[type=submit]').click()
        await page.getByText('Please enter the code').waitFor()
      },
    },
    {
      name: 'wallet-top-up',
      path: '/app/wallet',
      act: async (page) => {
        // Shows a payment provider without setting one up, which would affect the scenes of other pages.
        await page.route('**/api/status', async (route) => {
          const answer = (await (await route.fetch()).json()) as { data: object }
          await route.fulfill({
            json: { ...answer, data: { ...answer.data, enable_online_topup: true, topup_methods: methods } },
          })
        })
        await page.route('**/api/user/amount', (route) => {
          const { amount } = route.request().postDataJSON() as { amount: number }
          const data = (amount * 7.3).toFixed(2)
          return route.fulfill({ json: { success: true, message: 'success', data, currency: 'CNY' } })
        })
        await page.reload()
        await page.locator('[data-to-pay]').filter({ hasText: /\d/ }).waitFor()
        await page.getByRole('button', { name: /\(\$10\)/ }).click()
        // Until then a price request is on its way, and the server would refuse it.
        await page.locator('[data-to-pay]').filter({ hasText: '73.00' }).waitFor()
        await page.unrouteAll({ behavior: 'wait' })
      },
    },
    {
      name: 'wallet-none',
      path: '/app/wallet?of=charges',
      act: async (page) => {
        await page.route('**/api/user/self/entries?**', (route) =>
          route.fulfill({ json: { success: true, message: '', data: { items: [], total: 0 } } }),
        )
        await page.reload()
        await page.getByText('No entries of this kind').waitFor()
        await page.unrouteAll({ behavior: 'wait' })
      },
    },
  ],
}
