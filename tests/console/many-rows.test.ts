import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeRows } from './support/calls.ts'
import { answers, ask, type PlaygroundSite, startPlaygroundSite } from './support/playground.ts'

/** Tests large amounts of data, as on a busy site, and an empty answer. */

let play: PlaygroundSite
beforeAll(async () => {
  play = await startPlaygroundSite()
  const hour = 3_600_000
  writeRows(
    play.site,
    Array.from({ length: 10 }, (_, index) => ({ at_ms: Date.now() - (10 - index) * hour, quota: 1000 })),
  )
})
afterAll(() => play?.close())

it('Tab passes the histogram of the log in one step; arrows, Home and End walk its bars', async () => {
  const { page, leave } = await play.site.visitSignedIn()
  await page.goto('/app/logs/api-usage?from=all')
  const bars = page.getByRole('group', { name: /over time/i }).getByRole('button')
  await expect.poll(() => bars.count()).toBeGreaterThan(5)
  const count = await bars.count()
  const focusedBar = () => bars.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement))
  await bars.last().focus()
  const walked = []
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home', 'ArrowLeft', 'End', 'Home']) {
    await page.keyboard.press(key)
    walked.push(await focusedBar())
  }
  expect(walked).toEqual([count - 2, count - 3, count - 2, 0, 0, count - 1, 0])
  await page.keyboard.press('Tab')
  expect(await focusedBar()).toBe(-1)
  await page.keyboard.press('Shift+Tab')
  expect(await focusedBar()).toBe(0)
  await leave()
})

it('counts have separators of thousands, also in names that are read out', async () => {
  const { page, leave } = await play.site.visitSignedIn()
  const change = async (path: string, changed: Readonly<Record<string, unknown>>) =>
    page.route(path, async (route) => {
      const { data, ...rest } = (await (await route.fetch()).json()) as { data: object }
      await route.fulfill({ json: { ...rest, data: { ...data, ...changed } } })
    })
  await change('**/api/channel/health**', { enabled: 12_000, disabled: 345 })
  await change('**/api/channel/?**', { total: 12_345 })
  await page.goto('/admin/channels')
  await page.getByText('12,345 channels, 12,000 enabled').waitFor()
  await page.getByRole('button', { name: 'Page 1,235' }).waitFor()
  await page.context().unrouteAll()
  await leave()
})

it('an answer without a word says so, and a refusal begins with a capital', async () => {
  const { page, leave } = await play.open()
  play.upstream.next({ text: '' }, { status: 429 })
  await ask(page, 'first')
  await answers(page, 'complete').getByText('The answer has no text.').waitFor()
  await ask(page, 'second')
  await answers(page, 'error').getByText('The provider is busy').waitFor()
  await leave()
})
