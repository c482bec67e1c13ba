import { afterAll, beforeAll, expect, it } from 'vitest'
import { tasks } from './scenes/tasks.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await tasks.fill?.(site)
})
afterAll(() => site?.close())

it.each([
  ['drawing', 'Drawing log'],
  ['tasks', 'Task log'],
])(
  'finding console 1: the cost of a task is in the window of the log of %s at 1280 and 1440, also beside long texts',
  async (log, title) => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto(`/app/logs/${log}`)
    await page.getByRole('heading', { name: title }).waitFor()
    const cost = page.locator('tbody tr[data-row]').first().locator('td[data-label="Cost"]')
    await cost.waitFor()
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const isOnTop = await cost.evaluate((cell) => {
        const { right, left, top, height } = cell.getBoundingClientRect()
        const frame = cell.closest('table')?.parentElement?.getBoundingClientRect().right ?? 0
        return (
          right <= frame + 1 && cell.contains(document.elementFromPoint((left + right) / 2, top + height / 2))
        )
      })
      expect([width, isOnTop]).toEqual([width, true])
    }
    await leave()
  },
)

it('the cost of a task that failed is struck out, because it was given back', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/logs/tasks')
  const costOf = (id: string) =>
    page.locator('tbody tr[data-row]').filter({ hasText: id }).locator('td[data-label="Cost"]')
  await costOf('data-video-1').locator('s').waitFor()
  expect(await costOf('data-video-1').textContent()).toContain('$')
  expect(await costOf('data-video-2').locator('s').count()).toBe(0)
  expect(await costOf('data-video-2').textContent()).toContain('$')
  await leave()
})
