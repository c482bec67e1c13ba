import { asQuery, epayNotice, epayOptions } from '../../support/payments/epay-simulator.ts'
import type { PageScenes } from '../support/scene.ts'

/** Scenes of online top-up orders: one paid, one waiting for payment. */
export const orders: PageScenes = {
  fill: async (site) => {
    const { admin } = site
    const before = await admin.call<{ key: string; value: string }[]>('GET', '/api/option/')
    await admin.setOption('ServerAddress', site.url)
    for (const [key, value] of epayOptions()) await admin.setOption(key, value)
    for (const amount of [10, 20]) {
      const form = await admin.call<Record<string, string>>('POST', '/api/user/pay', {
        amount,
        payment_method: 'zfb',
      })
      if (amount === 10) await fetch(`${site.url}/api/user/epay/notify?${asQuery(epayNotice(form))}`)
    }
    // The scenes of other pages expect a site without a payment provider.
    for (const key of ['PayAddress', 'EpayId', 'EpayKey', 'ServerAddress'])
      await admin.setOption(key, before.find((each) => each.key === key)?.value ?? '')
  },
  data: [/^[0-9a-f]{12,32}$/, /^2026\d+$/, /^epay zfb$/, /^\d+\.\d\d( CNY)?$/, /^CNY$/],
  scenes: [
    { name: 'orders', path: '/admin/orders' },
    { name: 'orders-none', path: '/admin/orders?keyword=nothing-like-that' },
    {
      name: 'orders-refund',
      path: '/admin/orders',
      act: async (page) => {
        await page
          .getByRole('button', { name: /Refund order/ })
          .first()
          .click()
        await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      },
    },
  ],
}
