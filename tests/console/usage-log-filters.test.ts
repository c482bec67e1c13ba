import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from './support/browser.ts'
import { type LoggedSite, type LogUser, startLoggedSite } from './support/logged-calls.ts'

/** Tests which rows of real calls each filter of the log leaves, and the sums above the rows. */

type Call = 'early' | 'vip' | 'failed' | 'other' | 'apart'

let site: LoggedSite
let admin: Visitor
let ann: LogUser
let bob: LogUser
let ids: Readonly<Record<Call, string>>
let apart: number

const usageOf = (input: number, output: number) => ({
  usageValues: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
})
const hour = 3_600_000

beforeAll(async () => {
  site = await startLoggedSite()
  for (const [option, value] of [
    ['LogErrorEnabled', 'true'],
    ['ModelRatio', '{"gpt-4o":1.25,"gpt-4o-mini":0.075,"o3":1}'],
    ['CompletionRatio', '{"gpt-4o":4,"gpt-4o-mini":4,"o3":4}'],
  ] as const)
    await site.admin.setOption(option, value)
  const channel = { key: 'k', base_url: site.upstreamUrl, auto_ban: 0 }
  await site.admin.createChannel({
    ...channel,
    name: 'first',
    models: 'gpt-4o,gpt-4o-mini',
    group: 'default,vip',
  })
  apart = (await site.admin.createChannel({ ...channel, name: 'apart', models: 'o3' })).id
  ann = await site.newUser('ann', ['default', 'vip'])
  bob = await site.newUser('bob', ['default'])
  const [annKey = '', vipKey = '', bobKey = ''] = [ann.keys['default'], ann.keys['vip'], bob.keys['default']]
  ids = {
    early: await site.ask({}, {}, { key: annKey }),
    vip: await site.ask({}, { model: 'gpt-4o-mini' }, { key: vipKey }),
    failed: await site.ask({ status: 400 }, {}, { key: annKey }),
    other: await site.ask({}, {}, { key: bobKey }),
    apart: await site.ask({}, { model: 'o3' }, { key: bobKey }),
  }
  const store = new DatabaseSync(join(site.dataDir, 'tollgate.db'), { timeout: 10_000 })
  store.prepare('UPDATE usage_logs SET at_ms = at_ms - ? WHERE request_id = ?').run(hour, ids.early)
  store.close()
  admin = await site.visitSignedIn()
  for (const { context } of [admin, bob.visitor])
    await context.addInitScript(() => localStorage.setItem('logs-table-columns', '{"requestId":true}'))
})
afterAll(() => site?.close())

/** Returns the calls among the rows, newest first. Rows that are not calls have no model, and none of these IDs. */
const shown = async (page: Page): Promise<readonly Call[]> => {
  const rows = await page
    .locator('tbody tr[data-row]')
    .evaluateAll((all) => all.map((each) => each.textContent ?? ''))
  return rows.flatMap((text) => (Object.keys(ids) as Call[]).filter((call) => text.includes(ids[call])))
}
const expectShown = (page: Page, calls: readonly Call[]) => expect.poll(() => shown(page)).toEqual(calls)
const openAll = async (page: Page) => {
  await page.goto('/app/logs/api-usage?from=all')
  await page.locator('tbody tr[data-row]').first().waitFor()
}
const chooseType = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('label')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click()
const dateText = (ms: number) => {
  const date = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
const between = async (page: Page, from: number, to: number | undefined) => {
  await page.getByRole('button', { name: /^Time: / }).click()
  await page.getByLabel('From', { exact: true }).fill(dateText(from))
  await page.getByLabel('To', { exact: true }).fill(to === undefined ? '' : dateText(to))
  await page.getByRole('button', { name: 'Apply' }).click()
}

type Filled = Readonly<Record<string, () => string>>
const filters: readonly (readonly [
  name: string,
  filled: Filled,
  type: string | undefined,
  calls: readonly Call[],
])[] = [
  ['model', { 'Model (% = anything)': () => 'gpt-4o' }, undefined, ['other', 'failed', 'early']],
  [
    'models that begin so',
    { 'Model (% = anything)': () => 'gpt-4o%' },
    undefined,
    ['other', 'failed', 'vip', 'early'],
  ],
  ['token', { 'Token name': () => 'ann-vip' }, undefined, ['vip']],
  ['group', { Group: () => 'vip' }, undefined, ['vip']],
  ['request id', { 'Request ID': () => ids.apart }, undefined, ['apart']],
  ['account', { Username: () => 'bob' }, undefined, ['apart', 'other']],
  ['channel', { 'Channel ID': () => String(apart) }, undefined, ['apart']],
  ['type error', {}, 'Error', ['failed']],
  ['type consumption', {}, 'Consumption', ['apart', 'other', 'vip', 'early']],
  ['type system, with none of the calls', {}, 'System', []],
  [
    'all at once',
    {
      'Model (% = anything)': () => 'gpt-4o',
      'Token name': () => 'ann-default',
      Group: () => 'default',
      Username: () => 'ann',
    },
    'Consumption',
    ['early'],
  ],
]

describe('C-LOG-02 C-LOG-03 each filter leaves the rows that match it', () => {
  it.each(filters)('%s', async (_name, filled, type, calls) => {
    const { page } = admin
    await openAll(page)
    await expectShown(page, ['apart', 'other', 'failed', 'vip', 'early'])
    for (const [label, text] of Object.entries(filled))
      await page.getByLabel(label, { exact: true }).fill(text())
    if (type !== undefined) await chooseType(page, type)
    await expectShown(page, calls)
  })

  it('time, with both ends and with one', async () => {
    const { page } = admin
    await openAll(page)
    await expectShown(page, ['apart', 'other', 'failed', 'vip', 'early'])
    await between(page, Date.now() - 2 * hour, Date.now() - hour / 2)
    await expectShown(page, ['early'])
    await between(page, Date.now() - hour / 2, undefined)
    await expectShown(page, ['apart', 'other', 'failed', 'vip'])
  })

  it('somebody who is no administrator sees their own rows, filters them, and is refused those of all', async () => {
    const { page } = bob.visitor
    await openAll(page)
    await expectShown(page, ['apart', 'other'])
    await page.getByLabel('Model (% = anything)', { exact: true }).fill('gpt-4o')
    await expectShown(page, ['other'])
    // The username of another account in the URL has no effect.
    await page.goto('/app/logs/api-usage?from=all&username=ann&token_name=ann-vip')
    await page.getByText('No matching rows.').waitFor()
    const refused = await page.evaluate(async () => {
      const { id } = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }
      const answer = await fetch('/api/log/?p=1', { headers: { 'tollgate-user': String(id) } })
      return [answer.status, await answer.text()] as const
    })
    expect(refused[0]).toBe(403)
    for (const id of Object.values(ids)) expect(refused[1]).not.toContain(id)
  })
})

it('C-LOG-04 the sums are those of three calls, by the same filters; requests and tokens of the last minute beside them', async () => {
  const summer = await site.newUser('summer', ['default'])
  const key = summer.keys['default'] ?? ''
  const { page } = summer.visitor
  for (const model of ['gpt-4o', 'gpt-4o', 'gpt-4o-mini'])
    await site.ask(usageOf(1000, 500), { model }, { key })
  const badges = () =>
    page
      .getByRole('main')
      .locator('dl')
      .first()
      .locator('> div')
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((each) => [
            each.querySelector('dt')?.textContent,
            [...each.querySelectorAll('dd span')].map((part) => part.textContent).join(' · '),
          ]),
        ),
      )
  await page.goto('/app/logs/api-usage?token_name=summer-default')
  await expect.poll(badges).toEqual({
    Spent: '$0.0155 · 7,725 quota',
    'Tokens in': '3000 · 66.6% of 4500',
    'Tokens out': '1500 · 33.3% of 4500',
    'Requests per minute': '3 · last 60 s',
    'Tokens per minute': '4500 · last 60 s',
  })
  await page.getByLabel('Model (% = anything)', { exact: true }).fill('gpt-4o-mini')
  await expect.poll(badges).toEqual({
    Spent: '$0.00045 · 225 quota',
    'Tokens in': '1000 · 66.6% of 1500',
    'Tokens out': '500 · 33.3% of 1500',
    'Requests per minute': '1 · last 60 s',
    'Tokens per minute': '1500 · last 60 s',
  })
})

it('nothing of this made a page complain', () => {
  expect([admin.complaints, bob.visitor.complaints]).toEqual([[], []])
})
