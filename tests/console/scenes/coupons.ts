import type { PageScenes } from '../support/scene.ts'

const row = 'Actions on data-welcome'

/** Scenes of the redemption code page, with codes in every state. */
export const coupons: PageScenes = {
  fill: async ({ admin }) => {
    const now = Math.floor(Date.now() / 1000)
    const make = (body: Readonly<Record<string, unknown>>) =>
      admin.call<string[]>('POST', '/api/redemption/', { quota: 500_000, ...body })
    await make({ name: 'data-later', valid_from: now + 86_400, valid_until: now + 30 * 86_400 })
    await make({ name: 'data-over', valid_until: now - 60 })
    const [gift] = await make({ name: 'data-gift', is_gift: true, max_uses: 1 })
    await make({ name: 'data-open-gift', is_gift: true })
    await make({ name: 'data-disabled' })
    const [used] = await make({ name: 'data-used' })
    await make({ name: 'data-welcome', quota: 100_000 })
    for (const key of [gift, used]) await admin.call('POST', '/api/user/topup', { key })
    const { items } = await admin.call<{ items: { id: number }[] }>(
      'GET',
      '/api/redemption/search?keyword=data-disabled',
    )
    await admin.call('PUT', '/api/redemption/?status_only=true', { id: items[0]?.id, status: 2 })
  },
  data: [/^[0-9a-f]{32}$/],
  scenes: [
    { name: 'coupons', path: '/admin/coupons' },
    {
      name: 'coupons-selected',
      path: '/admin/coupons',
      act: async (page) => {
        const box = page.getByRole('checkbox', { name: /Select all/ })
        if (await box.isVisible()) await box.check()
      },
    },
    {
      name: 'coupons-menu',
      path: '/admin/coupons?keyword=data-welcome',
      act: async (page) => {
        await page.getByRole('button', { name: row }).click()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'coupons-none',
      path: '/admin/coupons?keyword=nothing-like-it',
      act: (page) => page.getByText('No matching codes').waitFor(),
    },
    {
      name: 'coupons-by-name',
      path: '/admin/coupons',
      act: async (page) => {
        await page.getByRole('button', { name: 'Delete by name' }).click()
        await page.getByRole('dialog').getByRole('textbox').fill('data-welcome')
        await page.getByText('code has this name').waitFor()
      },
    },
    {
      name: 'coupons-delete-disabled',
      path: '/admin/coupons',
      act: async (page) => {
        await page.getByRole('button', { name: 'Delete all disabled' }).click()
        await page.getByText('Used codes are kept').waitFor()
      },
    },
    { name: 'coupon-new', path: '/admin/coupons?edit=new' },
    {
      name: 'coupon-form',
      path: '/admin/coupons?edit=new',
      act: async (page) => {
        await page.getByText('Gift code').click()
        await page.locator('[data-drawer] button[type=submit]').click()
        await page.getByText('The name must be').waitFor()
      },
    },
    {
      name: 'coupon-show-as',
      path: '/admin/coupons?edit=new',
      act: (page) => page.getByRole('tab', { name: /Show as/ }).click(),
    },
    {
      name: 'coupon-used',
      path: '/admin/coupons?keyword=data-used',
      act: async (page) => {
        await page.getByRole('button', { name: /^data-used/ }).click()
        await page.getByText('can no longer be changed').waitFor()
      },
    },
  ],
}
