import { afterAll, beforeAll, expect, it } from 'vitest'
import { inbox } from './scenes/inbox.ts'
import { orders } from './scenes/orders.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  const { admin } = site
  await orders.fill?.(site)
  await inbox.fill?.(site)
  await admin.createToken({
    name: 'production-eu-west-backend',
    model_limits_enabled: true,
    model_limits: 'gpt-4o-mini,claude-sonnet-4-5',
  })
  await admin.call('POST', '/api/redemption/', { name: 'spring-campaign-2026', count: 1, quota: 500_000 })
})
afterAll(() => site?.close())

it.each([['/admin/users'], ['/app/tokens'], ['/admin/coupons'], ['/admin/orders'], ['/admin/messages']])(
  'every action of a row of %s is in the window at 700, 1024 and 1280',
  async (path) => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto(path)
    const buttons = page.locator('tbody tr[data-row] td:last-child button')
    await buttons.first().waitFor()
    for (const width of [700, 1024, 1280]) {
      await page.setViewportSize({ width, height: 1200 })
      // No element covers the buttons, and the edge of the table does not cut them off.
      const areOnTop = () =>
        buttons.evaluateAll((all) =>
          all.every((button) => {
            const { left, top, width: w, height } = button.getBoundingClientRect()
            return [left + 2, left + w - 2].every((x) =>
              button.contains(document.elementFromPoint(x, top + height / 2)),
            )
          }),
        )
      await expect.poll(areOnTop, { message: `${width}` }).toBe(true)
    }
    await leave()
  },
)
