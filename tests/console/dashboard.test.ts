import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCalls } from './support/calls.ts'
import { runUntilSeen, stopClock } from './support/clock.ts'
import { type Site, startSite } from './support/site.ts'

const path = '/app/dashboard'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await makeCalls(site)
})
afterAll(() => site?.close())

const open = async (query = '') => {
  const visitor = await site.visitSignedIn()
  await visitor.page.goto(path + query)
  await visitor.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return visitor
}
/** Finds a figure at the top of the page by its name. */
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
const checked = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).isChecked()

it('figures are those of the log, and lead to the rows that make them', async () => {
  const { page, complaints, leave } = await open()
  await figure(page, 'Requests').getByText('3', { exact: true }).waitFor()
  await figure(page, 'Requests').getByText('previously none').waitFor()
  await figure(page, 'Error rate').getByText('25%').waitFor()
  const { quota_exact } = await site.admin.call<{ quota_exact: string }>('GET', '/api/log/stat')
  expect(await figure(page, 'Spent').locator('[title]').getAttribute('title')).toBe(
    `${Math.round(Number(quota_exact))} quota`,
  )
  await figure(page, 'Requests').getByRole('link').click()
  await page.getByRole('heading', { name: 'Usage log' }).waitFor()
  await page.locator('tbody tr[data-row]').nth(2).waitFor()
  expect(await page.locator('tbody tr[data-row]').count()).toBe(3)
  await page.goBack()
  await figure(page, 'Error rate').getByRole('link').click()
  await page.locator('tbody tr[data-row]').first().getByText('Error').waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('charts have their numbers as tables, and a model leads to its rows', async () => {
  const { page, leave } = await open()
  const spend = page.getByRole('figure', { name: 'Spend by model' })
  await spend.getByRole('columnheader', { name: 'gpt-4o' }).waitFor({ state: 'attached' })
  // One day has 24 hourly rows.
  expect(await spend.locator('tbody tr').count()).toBe(24)
  await page
    .getByRole('figure', { name: 'Latency' })
    .locator('tbody tr')
    .first()
    .waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'gpt-4o', exact: true }).click()
  await page.locator('tbody tr[data-row]').nth(2).waitFor()
  expect(new URL(page.url()).searchParams.get('model_name')).toBe('gpt-4o')
  await leave()
})

it('A-OPT-082 opens with the granularity of the site, and keeps another in the address', async () => {
  for (const [time, span, by] of [
    ['day', '7 days', 'Day'],
    ['week', '30 days', 'Week'],
    ['hour', '24 hours', 'Hour'],
  ] as const) {
    await site.admin.setOption('DataExportDefaultTime', time)
    const { page, leave } = await open()
    await page.getByText(span, { exact: true }).waitFor()
    await expect.poll(async () => [await checked(page, span), await checked(page, by)]).toEqual([true, true])
    await leave()
  }
  const { page, leave } = await open('?span=month&by=day')
  await expect.poll(() => checked(page, 'Day')).toBe(true)
  const spend = page.getByRole('figure', { name: 'Spend by model' })
  await expect.poll(() => spend.locator('tbody tr').count()).toBe(30)
  await page.getByText('7 days', { exact: true }).click()
  await page.reload()
  await expect.poll(() => checked(page, '7 days')).toBe(true)
  await leave()
})

it('A-OPT-081 an open dashboard reads its figures again after the interval of the site, and no sooner', async () => {
  await site.admin.setOption('DataExportInterval', '7')
  const { page, leave } = await site.visitSignedIn()
  await stopClock(page)
  await page.goto(path)
  const reads: number[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/data/overview') reads.push(Number(searchParams.get('end_timestamp')))
  })
  await runUntilSeen(page, figure(page, 'Requests'))
  const [first = 0] = reads
  await page.clock.runFor(6 * 60_000)
  expect(reads.filter((each) => each > first)).toEqual([])
  await page.clock.runFor(60_000)
  await expect.poll(() => reads.filter((each) => each > first).length).toBe(1)
  await page.clock.runFor(7 * 60_000)
  await expect.poll(() => reads.filter((each) => each > first).length).toBe(2)
  await leave()
  await site.admin.setOption('DataExportInterval', '5')
})

it('administrators see the channels, worst first, and what the last audit found', async () => {
  const { page, leave } = await open()
  const channels = page.locator('section').filter({ hasText: 'Channel health' })
  await channels.getByText('2 enabled').waitFor()
  await page.getByText('No audit since the server started.').waitFor()
  await page.getByRole('button', { name: 'Audit now' }).click()
  await page.getByText('The books add up').waitFor()
  await page.reload()
  await page.getByText('The books add up').waitFor()
  await leave()
})

/** Records all text drawn on the charts from now on, with its distance from the left edge and its figure. */
const recordLabels = (page: Page) =>
  page.addInitScript(() => {
    const labels: { text: string; left: number; figure: string | null | undefined }[] = []
    Object.assign(window, { labels })
    const draw = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const left = this.getTransform().e + x - (this.textAlign === 'right' ? this.measureText(text).width : 0)
      labels.push({ text, left, figure: this.canvas.closest('figure')?.getAttribute('aria-label') })
      draw.call(this, text, x, y)
    }
  })
const labelsOf = (page: Page, figureName: string) =>
  page.evaluate(
    (name) =>
      (
        window as unknown as { labels: { text: string; left: number; figure: string | null | undefined }[] }
      ).labels.filter(({ figure: of }) => of === name),
    figureName,
  )

it('amounts of any length stand whole beside a chart, and counts have whole steps', async () => {
  const { page, leave } = await site.visitSignedIn()
  await recordLabels(page)
  await page.route('**/api/data/?*', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: Record<string, unknown>[] }
    // Very expensive calls without any tokens.
    const changed = data.map((each) => ({
      ...each,
      quota: 60_000_000_000,
      quota_exact: '60000000000',
      token_used: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
    }))
    await route.fulfill({ response, json: { ...rest, data: changed } })
  })
  await page.goto(path)
  const large = async () =>
    (await labelsOf(page, 'Spend by model')).filter(({ text }) => /^\$\d{3},\d{3}\.00$/.test(text))
  await expect.poll(async () => (await large()).length).toBeGreaterThan(0)
  expect((await large()).filter(({ left }) => left < 0)).toEqual([])
  await expect.poll(async () => (await labelsOf(page, 'Tokens')).length).toBeGreaterThan(0)
  const counts = (await labelsOf(page, 'Tokens')).map(({ text }) => text)
  // The labels appear once for each time the chart was drawn.
  expect(counts.filter((text) => /^\d+$/.test(text)).join(' ')).toMatch(/^0 1( 0 1)*$/)
  await leave()
})

it('a long name of a channel is cut, and makes the page no wider than the window', async () => {
  const name = 'a-very-long-name-'.repeat(11)
  const { items } = await site.admin.call<{ items: { id: number; name: string }[] }>('GET', '/api/channel/')
  const { id } = items.find((each) => each.name === 'data-first') ?? { id: 0 }
  await site.admin.call('PUT', '/api/channel/', { id, name })
  const { page, leave } = await site.visitSignedIn({ width: 375 })
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await page.getByRole('link', { name }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await leave()
})
it('users see their own consumption and nothing of the channels', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'plain', password: 'long-enough' })
  const { page, complaints, leave } = await site.visitAs('plain', 'long-enough')
  await page.goto(path)
  await page.getByText('No calls in this period.').first().waitFor()
  await figure(page, 'Requests').getByText('no earlier data').waitFor()
  expect(await page.getByText('Channel health').count()).toBe(0)
  expect(await page.getByText('All users').count()).toBe(0)
  expect(complaints).toEqual([])
  await leave()
})

it('says so when the site has switched it off', async () => {
  await site.admin.setOption('DataExportEnabled', 'false')
  const { page, leave } = await open()
  await page.getByText('The administrator has turned off the dashboard.').waitFor()
  await site.admin.setOption('DataExportEnabled', 'true')
  await leave()
})
