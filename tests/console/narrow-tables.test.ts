import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeRows } from './support/calls.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'
import { writeTasks } from './support/written-tasks.ts'

const model = 'anthropic.claude-3-7-sonnet-20250219-v1:0-europe-west-customer-support'
const day = 86_400

let site: Site
beforeAll(async () => {
  site = await startSite()
  const { admin } = site
  const now = Math.floor(Date.now() / 1000)
  const entry = (key: string, value: string) => ({ key, name: model, value })
  await admin.call('PUT', '/api/option/entries', {
    entries: [
      entry('ModelRatio', '1234.5678'),
      entry('CompletionRatio', '12.3456'),
      entry('CacheRatio', '0.1'),
    ],
  })
  await admin.createChannel({
    name: 'Azure OpenAI Sweden Central, production deployment for the whole company',
    key: 'k',
    models: model,
    group: 'default,vip',
    tag: 'azure-sweden-central-production',
    priority: 1_000_000,
    weight: 100,
  })
  await admin.createToken({
    name: 'integration tests of platform',
    unlimited_quota: false,
    remain_quota: 987_654_321_012,
    model_limits_enabled: true,
    model_limits: `${model},gpt-4o`,
    allow_ips: '10.0.0.0/8\n192.168.100.100',
    rate_limit_enabled: true,
    tokens_per_minute: 60_000,
    budget_period: 'month',
    budget_quota: 500_000_000,
    expired_time: now + 30 * day,
  })
  await admin.call('POST', '/api/redemption/', {
    name: 'Autumn campaign 2026',
    quota: 987_654_321,
    count: 2,
    valid_from: now - day,
    valid_until: now + 30 * day,
  })
  writeRows(site, [
    {
      model,
      token_name: 'integration tests of platform',
      quota: 98_765_432_100,
      prompt_tokens: 123_456,
      completion_tokens: 12_345,
      use_time_ms: 120_000,
      is_stream: 1,
      other: JSON.stringify({ model_ratio: 1234.5678, group_ratio: 1, frt: 1200 }),
    },
  ])
  const id = '0193f0a8b1f27c3d9e4a5b6c7d8e9f00'
  const failReason = 'The request was rejected because of a banned word in the text'
  const song = {
    platform: 'suno',
    action: 'MUSIC',
    model: 'suno_music',
    submitMs: now * 1000 - 60_000,
  } as const
  writeTasks(site, [
    { publicId: `song-${id}`, ...song, status: 'FAILURE', failReason, finishMs: now * 1000 },
    { publicId: `drawing-${id}`, submitMs: now * 1000 - 60_000, prompt: `${failReason}, ${failReason}` },
  ])
})
afterAll(() => site?.close())

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await page.locator('tbody tr[data-row]').first().waitFor()
  await untilSettled(page)
}

/** Returns how many pixels of the list are outside of its box. */
const beyondOf = (page: Page) =>
  page
    .getByRole('table')
    .last()
    .evaluate(({ parentElement: box }) => (box ? box.scrollWidth - box.clientWidth : undefined))

it.each(['en-US', 'zh-CN'])(
  'lists with long names and large numbers fit a window of 1280 pixels beside the sidebar, %s',
  async (locale) => {
    const { page, complaints, leave } = await site.visitSignedIn({ width: 1280, locale })
    const beyond: Record<string, number | undefined> = {}
    const paths = [
      '/app/tokens',
      '/app/logs/api-usage',
      '/pricing',
      '/admin/channels',
      '/admin/coupons',
      '/admin/settings?panel=visual',
    ]
    for (const path of paths) {
      await open(page, path)
      beyond[path] = await beyondOf(page)
    }
    expect(beyond).toEqual(Object.fromEntries(paths.map((path) => [path, 0])))
    expect(complaints).toEqual([])
    await leave()
  },
)

it.each([
  ['/app/logs/drawing', 'Submitted', 'Cost'],
  ['/app/logs/tasks', 'Submitted', 'Cost'],
] as const)(
  '%s has more columns than a window shows: the first one and the cost stay while it is scrolled',
  async (path, first, last) => {
    const { page, leave } = await site.visitSignedIn({ width: 1280 })
    await open(page, path)
    expect(await beyondOf(page)).toBeGreaterThan(0)
    const table = page.getByRole('table')
    const box = table.locator('xpath=..')
    const scrolls = [0, 150, 10_000]
    for (const left of scrolls) {
      await box.evaluate((element, to) => element.scrollTo({ left: to, behavior: 'instant' }), left)
      for (const name of [first, last]) {
        const head = await table.getByRole('columnheader', { name, exact: true }).boundingBox()
        const around = await box.boundingBox()
        expect(head && around && head.x >= around.x - 1, `${name} at ${left}`).toBe(true)
        expect(
          head && around && head.x + head.width <= around.x + around.width + 1,
          `${name} at ${left}`,
        ).toBe(true)
      }
    }
    await leave()
  },
)
