import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour } from '../support/simulator/behaviour.ts'
import type { Visitor } from './support/browser.ts'
import {
  type Facts,
  factsOf,
  type LoggedSite,
  type LogUser,
  startLoggedSite,
} from './support/logged-calls.ts'

/** Tests the details of gateway calls in an open row of the log, for administrators and for the calls' owner. */

const claude = 'claude-sonnet-4-5-20250929'
const usual = ['gpt-4o', 'gpt-4o-audio-preview', 'o3', 'per-call', 'failing']

let site: LoggedSite
let admin: Visitor
let user: LogUser
let owner: Visitor
let usualChannel: number

beforeAll(async () => {
  site = await startLoggedSite()
  const models = [...usual, 'renamed', claude, 'gpt-realtime']
  const everywhere = (ratio: number) =>
    JSON.stringify(Object.fromEntries(models.map((each) => [each, ratio])))
  for (const [option, value] of [
    ['LogErrorEnabled', 'true'],
    ['ModelRatio', everywhere(1.25)],
    ['CompletionRatio', everywhere(4)],
    ['ModelPrice', '{"per-call":0.01}'],
    ['CacheRatio', `{"${claude}":0.1}`],
    ['GroupGroupRatio', '{"default":{"vip":0.5}}'],
  ] as const)
    await site.admin.setOption(option, value)
  const create = async (fields: Readonly<Record<string, unknown>>) =>
    site.admin.createChannel({ name: 'c', key: 'k', base_url: site.upstreamUrl, auto_ban: 0, ...fields })
  usualChannel = (await create({ name: 'of-the-usual', models: usual.join(','), group: 'default,vip' })).id
  await create({ models: 'renamed', model_mapping: '{"renamed":"name-of-the-vendor"}' })
  await create({ type: 14, models: claude })
  await create({ models: 'gpt-realtime', base_url: site.realtime.url })
  user = await site.newUser('owner', ['default', 'vip'])
  owner = user.visitor
  admin = await site.visitSignedIn()
})
afterAll(() => site?.close())

const ask = (
  behaviour: Behaviour,
  body: Readonly<Record<string, unknown>>,
  { group = 'default', path = '/v1/chat/completions' } = {},
) => site.ask(behaviour, body, { key: user.keys[group] ?? '', path })

interface Case {
  readonly rows: string
  readonly what: string
  readonly call: () => Promise<string>
  readonly shows: Facts
  /** Facts that this call does not have. */
  readonly lacks?: readonly string[]
}

/** Facts that only unusual calls have. */
const unusual = [
  'Kind',
  'Model price',
  'Special group ratio',
  'Upstream model',
  'Audio tokens in',
  'Reasoning effort',
  'Error code',
  'Client IP',
]

const cases: readonly Case[] = [
  {
    rows: 'C-LOG-11',
    what: 'the ratios of a call by tokens',
    call: () => ask({ tokens: { input: 1000, output: 500 } }, {}),
    shows: {
      'Model ratio': '1.25',
      'Completion ratio': '4',
      'Group ratio': '1',
      Path: '/v1/chat/completions',
    },
    lacks: unusual,
  },
  {
    rows: 'C-LOG-11',
    what: 'the price of one by the call, which has no ratios but the group’s',
    call: () => ask({}, { model: 'per-call' }),
    shows: { 'Model price': '$0.01 per call', 'Group ratio': '1' },
    lacks: ['Model ratio', 'Completion ratio'],
  },
  {
    rows: 'C-LOG-11',
    what: 'the special ratio that this group has in another',
    call: () => ask({ tokens: { input: 1000, output: 500 } }, {}, { group: 'vip' }),
    shows: { 'Model ratio': '1.25', 'Special group ratio': '0.5' },
  },
  {
    rows: 'C-LOG-12',
    what: 'what Anthropic read from its cache and wrote into it',
    call: () =>
      ask(
        { tokens: { input: 1000, output: 500, cached: 400, cacheWrite: 200 } },
        { model: claude, max_tokens: 100 },
        { path: '/v1/messages' },
      ),
    shows: {
      Kind: 'Claude format',
      'Cached tokens': '400',
      'Cache ratio': '0.1',
      'Tokens written to cache': '200',
      'Cache write ratio': '1.25',
    },
  },
  {
    rows: 'C-LOG-12',
    what: 'no kind of tokens of which the upstream says that there were none',
    call: () =>
      ask(
        {
          usageValues: {
            prompt_tokens: 1000,
            completion_tokens: 500,
            total_tokens: 1500,
            prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
            completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
          },
        },
        {},
      ),
    shows: { 'Model ratio': '1.25' },
    lacks: ['Cached tokens', 'Tokens written to cache', 'Audio tokens in', 'Reasoning tokens'],
  },
  {
    rows: 'C-LOG-14',
    what: 'the name by which the vendor was asked',
    call: () => ask({}, { model: 'renamed' }),
    shows: { 'Upstream model': 'name-of-the-vendor' },
  },
  {
    rows: 'C-LOG-16',
    what: 'the four kinds of tokens of an audio chat',
    call: () =>
      ask(
        {
          usageValues: {
            prompt_tokens: 1000,
            completion_tokens: 500,
            total_tokens: 1500,
            prompt_tokens_details: { cached_tokens: 0, text_tokens: 200, audio_tokens: 800 },
            completion_tokens_details: { reasoning_tokens: 0, text_tokens: 100, audio_tokens: 400 },
          },
        },
        {
          model: 'gpt-4o-audio-preview',
          modalities: ['text', 'audio'],
          audio: { voice: 'alloy', format: 'wav' },
        },
      ),
    shows: {
      Kind: 'Audio',
      'Audio tokens in': '800',
      'Audio tokens out': '400',
      'Text tokens in': '200',
      'Text tokens out': '100',
    },
  },
  {
    rows: 'C-LOG-16',
    what: 'those of a realtime session, which is one',
    call: () => site.talk(user.keys['default'] ?? ''),
    shows: {
      Kind: 'Realtime session',
      'Audio tokens in': '200',
      'Audio tokens out': '40',
      'Text tokens in': '100',
      'Text tokens out': '30',
    },
  },
  {
    rows: 'C-LOG-17',
    what: 'the effort that was asked for',
    call: () => ask({}, { model: 'o3', reasoning_effort: 'low' }),
    shows: { 'Reasoning effort': 'low' },
  },
]

describe('C-LOG-07 an open row tells administrators and the owner the same of a call, but for channels', () => {
  it.each(cases.map((each) => [each.rows, each.what, each] as const))('%s %s', async (_rows, _what, each) => {
    const requestId = await each.call()
    const seen = await factsOf(admin.page, requestId)
    expect(seen).toMatchObject({ ...each.shows, 'Channels tried': expect.stringMatching(/^\d+$/) })
    const own = await factsOf(owner.page, requestId)
    const { 'Channels tried': _tried, ...shared } = seen
    expect(own).toEqual(shared)
    for (const name of each.lacks ?? []) expect(Object.keys(own)).not.toContain(name)
  })
})

it('C-LOG-13 the time to the first byte of a stream, which the upstream held back, in the row and below it', async () => {
  const heldMs = 500
  const requestId = await ask({ firstByteDelayMs: heldMs }, { stream: true })
  const seen = await factsOf(owner.page, requestId)
  expect(seen['Time to first token']).toMatch(/^[\d,]+ ms$/)
  const firstMs = Number(seen['Time to first token']?.replace(/\D/g, ''))
  expect(firstMs).toBeGreaterThanOrEqual(heldMs)
  const { items } = await site.admin.call<{ items: { other: string }[] }>(
    'GET',
    `/api/log/?request_id=${requestId}`,
  )
  expect((JSON.parse(items[0]?.other ?? '{}') as { frt: number }).frt).toBe(firstMs)
  const badge = await owner.page.locator('[data-timing=first]').textContent()
  expect(Number.parseFloat(badge ?? '')).toBeGreaterThanOrEqual(heldMs / 1000)
  const plain = await factsOf(owner.page, await ask({}, {}))
  expect(plain).not.toHaveProperty('Time to first token')
  expect(await owner.page.locator('[data-timing=first]').count()).toBe(0)
})

it('C-LOG-18 an error row names what failed; which channel it was, administrators alone are told', async () => {
  const error = { message: 'no tea', type: 'teapot_error', code: 'teapot' }
  const requestId = await ask({ status: 418, error }, { model: 'failing' })
  const facts = { 'Error type': 'teapot_error', 'Error code': 'teapot', 'Status code': '418' }
  const seen = await factsOf(admin.page, requestId)
  expect(seen).toMatchObject({ ...facts, 'Channel ID': String(usualChannel) })
  await admin.page.locator('[data-detail]').getByText('of-the-usual').waitFor()
  const own = await factsOf(owner.page, requestId)
  expect(own).toMatchObject(facts)
  expect(Object.keys(own).filter((name) => /channel/i.test(name))).toEqual([])
  expect(await owner.page.locator('[data-detail]').textContent()).not.toContain('of-the-usual')
})

it('C-LOG-22 the caller’s address is shown for those who have it stored, and for nobody else', async () => {
  const located = await site.newUser('located', ['default'], '{"show_ip_in_logs":true}')
  await located.visitor.leave()
  const stored = await factsOf(admin.page, await site.ask({}, {}, { key: located.keys['default'] ?? '' }))
  expect(stored['Client IP']).toBe('127.0.0.1')
  await admin.page.getByRole('button', { name: 'Columns' }).click()
  await admin.page.getByRole('checkbox', { name: 'Client IP' }).check()
  await admin.page.keyboard.press('Escape')
  const row = admin.page.locator('tbody tr[data-row]')
  await row.getByText('127.0.0.1', { exact: true }).waitFor()
  expect(await factsOf(admin.page, await ask({}, {}))).not.toHaveProperty('Client IP')
  expect(await row.getByText('127.0.0.1', { exact: true }).count()).toBe(0)
})

it('nothing of this made the page complain', () => {
  expect([admin.complaints, owner.complaints]).toEqual([[], []])
})
