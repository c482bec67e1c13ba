import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MadeCalls, makeCalls, writeRows } from './support/calls.ts'
import { type Site, startSite } from './support/site.ts'

const path = '/app/logs/api-usage'

let site: Site
let calls: MadeCalls
beforeAll(async () => {
  site = await startSite()
  calls = await makeCalls(site)
})
afterAll(() => site?.close())

const rows = (page: Page) => page.locator('tbody tr[data-row]')
const open = async (query: string) => {
  const visitor = await site.visitSignedIn()
  await visitor.page.goto(path + query)
  await visitor.page.getByRole('heading', { name: 'Usage log' }).waitFor()
  return visitor
}

it('C-LOG-07 C-LOG-19 an expanded row shows the price as a formula, the attempts, the request id, and what was said', async () => {
  const { page, complaints, leave } = await open(`?request_id=${calls.retried}`)
  await rows(page).first().waitFor()
  expect(await rows(page).count()).toBe(1)
  await rows(page)
    .getByRole('button', { name: /Details of/ })
    .click()
  const detail = page.locator('[data-detail]')
  await detail.locator('[data-formula]').waitFor()
  const { items } = await site.admin.call<{ items: { quota_exact: string; channel: number }[] }>(
    'GET',
    `/api/log/?request_id=${calls.retried}&type=2`,
  )
  const text = (await detail.locator('[data-formula]').textContent()) ?? ''
  expect(text).toMatch(/^\(9 new \+ 12 out × 4\)× model 1\.25 × group default 1= /)
  expect(text).toContain(`= ${items[0]?.quota_exact} quota = $0.0001`)
  const attempts = detail.getByRole('listitem')
  expect(await attempts.count()).toBe(2)
  expect(await attempts.first().textContent()).toContain('data-first503')
  expect(await attempts.last().textContent()).toContain('data-second200')
  await detail.getByText(calls.retried).waitFor()
  await detail.getByRole('button', { name: 'Copy request ID' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(calls.retried)
  expect(await detail.getByLabel('Input', { exact: true }).inputValue()).toBe('data-second question')
  // The open row is part of the URL.
  await page.reload()
  await page.locator('[data-formula]').waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('an address that opens a row which this page does not have shows it, before the others', async () => {
  const dayMs = 86_400_000
  writeRows(site, [{ at_ms: Date.now() - 2 * dayMs, model: 'from-before-yesterday' }])
  const { items } = await site.admin.call<{ items: { id: number }[] }>(
    'GET',
    '/api/log/?model_name=from-before-yesterday',
  )
  // The page shows today, but a link may lead to an older row.
  const { page, complaints, leave } = await open(`?row=${items[0]?.id}`)
  const old = rows(page).filter({ hasText: 'from-before-yesterday' })
  await old.waitFor()
  expect(await rows(page).first().textContent()).toContain('from-before-yesterday')
  expect(await page.locator('[data-detail]').count()).toBe(1)
  expect(await rows(page).count()).toBeGreaterThan(1)
  await old.getByRole('button').first().click()
  await expect.poll(() => old.count()).toBe(0)
  expect(complaints).toEqual([])
  await leave()
})

it('C-LOG-15 the channels tried stand in the column of retries, and a failed call tells its attempts', async () => {
  const { page, leave } = await open(`?request_id=${calls.retried}`)
  await rows(page).getByText('1 → 2', { exact: true }).waitFor()
  await page.goto(`${path}?request_id=${calls.failed}`)
  await rows(page).first().getByText('Error').waitFor()
  await rows(page)
    .first()
    .getByRole('button', { name: /Details of/ })
    .click()
  await page.locator('[data-detail]').getByText('data-second').waitFor()
  await page.locator('[data-detail]').getByText('Nothing was charged.').waitFor()
  await leave()
})

it('C-LOG-20 C-LOG-21 times have the colours of their lengths', async () => {
  const times = [
    [100, 2999],
    [101, 3000],
    [299, 9999],
    [300, 10_000],
  ] as const
  writeRows(
    site,
    times.map(([seconds, frt]) => ({
      model: 'timed',
      use_time_ms: seconds * 1000,
      is_stream: 1,
      other: JSON.stringify({ frt }),
    })),
  )
  const { page, leave } = await open('?model_name=timed')
  await rows(page).nth(3).waitFor()
  const tones = (which: string) =>
    page
      .locator(`[data-timing=${which}]`)
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-tone')))
  // Newest first.
  expect(await tones('whole')).toEqual(['bad', 'orange', 'orange', 'ok'])
  expect(await tones('first')).toEqual(['bad', 'orange', 'orange', 'ok'])
  await leave()
})

it('C-LOG-03 filters lie in the address, and sums, picture and rows follow them', async () => {
  writeRows(site, [
    { model: 'dear', token_name: 'summed', quota: 5_000_000, prompt_tokens: 1000, completion_tokens: 500 },
    { model: 'cheap', token_name: 'summed', quota: 2_500_000, prompt_tokens: 100, completion_tokens: 50 },
  ])
  const { page, leave } = await open('?token_name=summed')
  const sums = page.locator('main dl').first()
  await sums.getByText('$0.015', { exact: true }).waitFor()
  await sums.getByText('1100', { exact: true }).waitFor()
  expect(await rows(page).count()).toBe(2)
  await page.getByRole('button', { name: /: 2 calls, 0 errors/ }).waitFor()
  await page.getByLabel('Model (% = anything)').fill('dear')
  await sums.getByText('$0.01', { exact: true }).waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('model_name')).toBe('dear')
  await page.getByText('Error', { exact: true }).first().click()
  await page.getByText('No matching rows.').waitFor()
  await page.reload()
  await page.getByText('No matching rows.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rows(page).nth(5).waitFor()
  await leave()
})

it('C-LOG-06 C-STORE-01 columns and rows per page are remembered; the file holds the filtered set', async () => {
  writeRows(
    site,
    Array.from({ length: 25 }, (_, i) => ({ model: 'many', token_name: `=many${i}` })),
  )
  const { page, leave } = await open('?model_name=many')
  await rows(page).nth(9).waitFor()
  expect(await rows(page).count()).toBe(10)
  await page.getByLabel('Rows per page').selectOption('20')
  await rows(page).nth(19).waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Cost' }).uncheck()
  await page.reload()
  await rows(page).nth(19).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Cost' }).count()).toBe(0)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('logs-table-columns') ?? ''))).toEqual({
    cost: false,
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const lines = file.trim().split('\r\n')
  expect(lines).toHaveLength(26)
  // A spreadsheet must not take a name for a formula.
  expect(lines[1]).toContain(",'=many24,")
  await leave()
})

it('C-LOG-10 rows of every type have their name', async () => {
  writeRows(
    site,
    [0, 1, 2, 3, 4, 5, 6].map((type) => ({ type, token_name: 'typed', content: `text of ${type}` })),
  )
  const { page, leave } = await open('?token_name=typed')
  await rows(page).nth(6).waitFor()
  const names = await rows(page).evaluateAll((all) => all.map((row) => row.textContent ?? ''))
  const wanted = ['Error', 'Check-in', 'System', 'Admin', 'Consumption', 'Top-up', 'Model-related']
  expect(names.map((text, index) => text.includes(wanted[index] ?? '?'))).toEqual(wanted.map(() => true))
  await leave()
})

it('finding console 1: the cost of a call is in the window at 1280 and 1440, however long the names are', async () => {
  const long = 'anthropic/claude-sonnet-4-5-20250929-thinking-with-a-very-long-name'
  writeRows(site, [
    {
      model: long,
      token_name: `long-${long}`,
      quota: 10_204_800,
      prompt_tokens: 1_182_204,
      completion_tokens: 11_320,
      use_time_ms: 321_000,
      is_stream: 1,
      other: JSON.stringify({ frt: 12_000, admin_info: { use_channel: ['1', '12', '133', '14'] } }),
    },
  ])
  const { page, leave } = await open(`?model_name=${encodeURIComponent(long)}`)
  await rows(page).first().waitFor()
  const cost = rows(page).locator('td').filter({ hasText: '$0.02041' })
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const box = await cost.boundingBox()
    const table = await page.locator('table').locator('..').boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((table?.x ?? 0) + (table?.width ?? 0) + 1)
    // No other element covers the cost.
    const isOnTop = await cost.evaluate((cell) => {
      const { left, top, width: w, height } = cell.getBoundingClientRect()
      return cell.contains(document.elementFromPoint(left + w / 2, top + height / 2))
    })
    expect(isOnTop).toBe(true)
  }
  await leave()
})

it('finding console 1: a call that was not retried names its channel once', async () => {
  const { page, leave } = await open(`?request_id=${calls.streamed}`)
  await rows(page).first().waitFor()
  expect((await rows(page).first().textContent())?.match(/data-(first|second)/g)).toHaveLength(1)
  const heads = await page.getByRole('columnheader').allTextContents()
  const cell = rows(page).first().locator('td').nth(heads.indexOf('Retry'))
  expect(await cell.textContent()).toBe('')
  await leave()
})

it('finding console 2: beside the Errors filter the total is that of the errors, and a credit has a plus sign', async () => {
  writeRows(site, [
    { type: 2, token_name: 'told-apart', quota: 5_000_000 },
    { type: 6, token_name: 'told-apart', quota: 0, content: 'no channel', other: '{"status_code":503}' },
    { type: 1, token_name: 'told-apart', model: '', quota: 500_000_000, content: 'Online top-up' },
  ])
  const { page, leave } = await open('?token_name=told-apart&type=6')
  const sums = page.locator('main dl').first()
  await sums.getByText('$0.00', { exact: true }).waitFor()
  await page.getByText('Consumption', { exact: true }).first().click()
  await sums.getByText('$0.01', { exact: true }).waitFor()
  await page.getByText('Top-up', { exact: true }).first().click()
  await sums.getByText('+$1.00', { exact: true }).waitFor()
  await sums.getByText('Credited', { exact: true }).waitFor()
  await rows(page).getByText('+$1.00', { exact: true }).waitFor()
  await leave()
})

it('finding console 11: the row of a failed call shows its status and why, without being opened', async () => {
  const { page, leave } = await open(`?request_id=${calls.failed}`)
  await rows(page).first().locator('[data-failure]').getByText('500 The simulator was told to fail').waitFor()
  await leave()
})
