import { readFile } from 'node:fs/promises'
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

it('the cost of a task that failed is struck out, because it was given back, and 0 in the file', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/logs/tasks')
  const costOf = (id: string) =>
    page.locator('tbody tr[data-row]').filter({ hasText: id }).locator('td[data-label="Cost"]')
  await costOf('data-video-1').locator('s').waitFor()
  expect(await costOf('data-video-1').textContent()).toContain('$')
  expect(await costOf('data-video-2').locator('s').count()).toBe(0)
  expect(await costOf('data-video-2').textContent()).toContain('$')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  const inFile = (id: string) =>
    lines
      .find((line) => line.includes(id))
      ?.split(',')
      .at(-1)
  expect(inFile('data-video-1')).toBe('0')
  expect(Number(inFile('data-video-2'))).toBeGreaterThan(0)
  await leave()
})
