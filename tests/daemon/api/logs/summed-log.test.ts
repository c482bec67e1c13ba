import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneLogs } from '../../../../src/daemon/jobs/prune.ts'
import { createLogSums } from '../../../../src/daemon/logs/sum-logs.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Row {
  readonly id: number
  readonly at_ms: number
  readonly type: number
  readonly user_id: number
  readonly token_id: number
  readonly token_name: string
  readonly channel_id: number
  readonly group_name: string
  readonly model: string
  readonly quota: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
}
interface Page {
  readonly items: { readonly id: number }[]
  readonly total: number
}
type Filter = Readonly<Record<string, string | number>>

const ROWS = 2400
const DAY = 86_400

let api: TestApi
let sums: ReturnType<typeof createLogSums>
/** Log rows, newest first. */
let rows: Row[]
let begin: number
let userIds: readonly number[]

const names = ['u0', 'u1', 'u2']
const models = ['gpt-4o', 'gpt-4o-mini', 'claude-x', 'rare']

/** Returns a number below `n` that looks random and is the same in every run. */
let seed = 1
const any = (n: number): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % n
}

/**
 * Makes one of six weeks of rows. Ids follow the time to within a few minutes, as where calls of different lengths end
 * concurrently.
 */
const newRow = (index: number) => ({
  request_id: `req_${index}`,
  at_ms: begin * 1000 + Math.floor((index * 42 * DAY * 1000) / ROWS) + any(40 * 60_000),
  type: any(10) === 0 ? [1, 3, 4, 6][any(4)] : 2,
  user_id: userIds[any(20) === 0 ? 2 : any(2)],
  username: 'x',
  token_id: any(3),
  token_name: ['', 'ci', 'dev'][any(3)],
  channel_id: any(4),
  group_name: any(5) === 0 ? 'vip' : 'default',
  model: models[any(200) === 0 ? 3 : any(3)],
  quota: any(5000),
  prompt_tokens: any(1000),
  completion_tokens: any(100),
})

const readRows = async (): Promise<Row[]> => api.services.knex('usage_logs').orderBy('id', 'desc')

async function insert(from: number, to: number): Promise<void> {
  const made = Array.from({ length: to - from }, (_, index) => newRow(from + index))
  for (let i = 0; i < made.length; i += 200)
    await api.services.knex('usage_logs').insert(made.slice(i, i + 200))
}

beforeAll(async () => {
  api = await startTestApi()
  userIds = await Promise.all(names.map(async (name) => (await api.createUser(name)).id))
  begin = Math.floor(api.clock.now() / 1000) - 60 * DAY + 1234
  await api.services.knex('usage_logs').delete()
  sums = createLogSums({ ...api.services, pause: async () => undefined })
  await insert(0, ROWS / 2)
  await sums.pass()
  await insert(ROWS / 2, ROWS - 100)
  await sums.pass()
  await insert(ROWS - 100, ROWS)
  rows = await readRows()
})
afterAll(() => api.close())

/** Reports whether a row matches the filters, evaluated directly. */
const matches = (row: Row, filter: Filter): boolean =>
  (!filter.username || row.user_id === userIds[names.indexOf(String(filter.username))]) &&
  (!filter.type || row.type === filter.type) &&
  (!filter.channel || row.channel_id === filter.channel) &&
  (!filter.group || row.group_name === filter.group) &&
  (!filter.token_name || row.token_name === filter.token_name) &&
  (!filter.model_name ||
    (filter.model_name === 'gpt%' ? row.model.startsWith('gpt') : row.model === filter.model_name)) &&
  (!filter.start_timestamp || row.at_ms >= Number(filter.start_timestamp) * 1000) &&
  (!filter.end_timestamp || row.at_ms < (Number(filter.end_timestamp) + 1) * 1000)

const times = (): readonly Filter[] => [
  {},
  { start_timestamp: begin + 10 * DAY },
  { end_timestamp: begin + 11 * DAY + 17 },
  { start_timestamp: begin + 3 * DAY + 5, end_timestamp: begin + 30 * DAY + 4321 },
  { start_timestamp: begin + 9 * DAY + 60, end_timestamp: begin + 9 * DAY + 1500 },
  { start_timestamp: begin + 20 * DAY, end_timestamp: begin + 19 * DAY },
]

const others: readonly Filter[] = [
  {},
  { type: 2 },
  { type: 6 },
  { model_name: 'gpt-4o' },
  { model_name: 'gpt%' },
  { model_name: 'rare' },
  { channel: 2 },
  { channel: 1, model_name: 'claude-x', group: 'vip' },
  { group: 'vip', type: 2 },
  { username: 'u0' },
  { username: 'u2', type: 2 },
  { username: 'u1', token_name: 'ci', model_name: 'gpt-4o-mini' },
  { username: 'u0', channel: 3 },
  { token_name: 'dev' },
]

const filters = (): Filter[] => others.flatMap((other) => times().map((time) => ({ ...other, ...time })))
const toQuery = (filter: Filter): string =>
  Object.entries(filter)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
    .join('&')

async function expectPages(filter: Filter): Promise<void> {
  const wanted = rows.filter((row) => matches(row, filter)).map(({ id }) => id)
  const lastPage = Math.max(1, Math.ceil(wanted.length / 20))
  for (const page of new Set([1, 2, Math.ceil(lastPage / 2), lastPage, lastPage + 1])) {
    const found = await api.root.call<Page>('GET', `/api/log/?${toQuery(filter)}&p=${page}&page_size=20`)
    expect({ filter, page, total: found.total, ids: found.items.map(({ id }) => id) }).toEqual({
      filter,
      page,
      total: wanted.length,
      ids: wanted.slice((page - 1) * 20, page * 20),
    })
  }
}

async function expectTotals(filter: Filter): Promise<void> {
  const wanted = rows.filter((row) => matches(row, { ...filter, type: filter.type || 2 }))
  const sum = (column: 'quota' | 'prompt_tokens' | 'completion_tokens') =>
    wanted.reduce((total, row) => total + row[column], 0)
  const found = await api.root.call('GET', `/api/log/stat?${toQuery(filter)}`)
  expect({ filter, ...found }).toMatchObject({
    filter,
    quota_exact: String(sum('quota') / 1000),
    token_input: sum('prompt_tokens'),
    token_output: sum('completion_tokens'),
    is_complete: true,
  })
}

describe('a log that is partly added up', () => {
  it('has the same pages and numbers of rows as a log read row by row, whatever the filter', async () => {
    for (const filter of filters()) await expectPages(filter)
  })

  it('has the same totals', async () => {
    for (const filter of filters()) await expectTotals(filter)
  })

  it('counts each row once when several daemons add up at the same time', async () => {
    await Promise.all([
      sums.pass(),
      createLogSums({ ...api.services, pause: async () => undefined }).pass(),
      sums.pass(),
    ])
    await sums.pass()
    for (const filter of [{}, { username: 'u1' }, { channel: 1 }]) {
      await expectPages(filter)
      await expectTotals(filter)
    }
  })

  it('is right again after rows have changed that were added up', async () => {
    const { knex } = api.services
    for (const { id } of rows.filter((_, index) => index % 97 === 0))
      await knex('usage_logs')
        .where({ id })
        .update({ quota: 77_777, model: 'claude-x', channel_id: 2, at_ms: knex.raw('at_ms + 7200000') })
    rows = await readRows()
    await sums.pass()
    expect(await knex('log_changes').first()).toBeUndefined()
    for (const filter of filters().filter((_, index) => index % 3 === 0)) {
      await expectPages(filter)
      await expectTotals(filter)
    }
  })

  it('ends where its old rows were deleted, in the middle of an hour', async () => {
    const before = rows.find((row) => row.at_ms < (begin + 20 * DAY) * 1000)?.at_ms ?? 0
    await api.root.request('DELETE', `/api/log/?target_timestamp=${Math.floor(before / 1000)}`)
    rows = await readRows()
    expect(rows.length).toBeGreaterThan(100)
    for (const filter of filters().filter((_, index) => index % 4 === 0)) {
      await expectPages(filter)
      await expectTotals(filter)
    }
    await pruneLogs(api.services)
    expect(await readRows()).toHaveLength(rows.length)
  })
})
