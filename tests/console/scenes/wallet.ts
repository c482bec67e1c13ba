import type { PageScenes } from '../support/scene.ts'

/** The wallet, with a code that was redeemed and money that was taken. */
export const wallet: PageScenes = {
  fill: async ({ admin }) => {
    const [key] = await admin.call<string[]>('POST', '/api/redemption/', {
      name: 'data-wallet',
      quota: 500_000,
    })
    await admin.call('POST', '/api/user/topup', { key })
    await admin.call('POST', '/api/user/credit', { id: 1, delta: '-1234.125', note: 'data-note' })
  },
  data: [/^opening balance$/],
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
      name: 'wallet-charges',
      path: '/app/wallet?of=charges',
      act: (page) => page.getByText('No entries of this kind').waitFor(),
    },
  ],
}
