import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogSums } from '../../../../src/daemon/logs/sum-logs.ts'
import { totalHours } from '../../../../src/daemon/logs/total-hours.ts'
import { fillLargeStore, largeNames } from '../../../support/large-store.ts'
import { type Caller, startTestApi, type TestApi, testEngine } from '../../../support/test-services.ts'

/** More rows than are read one by one. PostgreSQL, which knows the row count, plans as it would for many more. */
const LOGS = 60_000

/** Tables that grow with the number of requests or tokens. Lists of users and channels may scan their whole tables. */
const large = ['usage_logs', 'log_sums', 'hourly_stats', 'entries', 'tokens', 'token_budgets', 'log_changes']

/** An index of the few rows that are not charges, which PostgreSQL sometimes reads in full. */
const small = 'usage_logs_attempts'

let api: TestApi
let user: Caller
let begin: number
let now: number
beforeAll(async () => {
  api = await startTestApi()
  const { knex } = api.services
  user = await api.createUser('planner')
  await fillLargeStore(
    { isPostgres: testEngine === 'postgres', firstUserId: user.id + 1, run: (sql) => knex.raw(sql) },
    { logs: LOGS, users: 500, tokens: 5000, days: 40, nowMs: api.clock.now() },
  )
  await createLogSums({ ...api.services, pause: async () => undefined }).pass()
  await createLogSums({ ...api.services, pause: async () => undefined }).pass()
  await totalHours(api.services)
  if (testEngine === 'postgres') await knex.raw('ANALYZE')
  now = Math.floor(api.clock.now() / 1000)
  begin = now - 40 * 86_400
}, 240_000)
afterAll(() => api.close())

interface Statement {
  readonly sql: string
  readonly bindings: readonly unknown[]
}

/** Returns the queries that a request runs. */
async function queriesOf(who: Caller, path: string): Promise<Statement[]> {
  const sent: Statement[] = []
  const note = ({ sql, bindings }: Statement) => {
    if (/^\s*(select|with)\b/i.test(sql)) sent.push({ sql, bindings })
  }
  api.services.knex.on('query', note)
  try {
    await who.call('GET', path)
  } finally {
    api.services.knex.removeListener('query', note)
  }
  return sent
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Index Name'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/** Matches reads of the newest rows in order, up to a limit and without a filter. */
const isNewestOnly = /from `usage_logs` order by `id` desc limit \?( offset \?)?(\)|$)/

/** Returns the steps of a query's plan that read a whole large table or a whole index of one. */
async function scansOf({ sql, bindings }: Statement): Promise<string[]> {
  const { knex } = api.services
  if (testEngine === 'sqlite') {
    const steps: { detail: string }[] = await knex.raw(`EXPLAIN QUERY PLAN ${sql}`, bindings as never)
    return steps
      .map(({ detail }) => detail)
      .filter((detail) => large.some((table) => new RegExp(`^SCAN ${table}\\b`).test(detail)))
      .filter(() => !isNewestOnly.test(sql))
  }
  const plain = bindings.reduce<string>(
    (text, value, index) => text.replaceAll(new RegExp(`\\$${index + 1}(?!\\d)`, 'g'), () => literal(value)),
    sql,
  )
  const { rows } = await knex.raw(`EXPLAIN (FORMAT JSON) ${plain.replaceAll('?', '\\?')}`)
  const found: string[] = []
  const walk = (node: PlanNode, parent?: PlanNode): void => {
    const table = node['Relation Name'] ?? ''
    const isFull =
      node['Node Type'] === 'Seq Scan' ||
      (node['Node Type'].startsWith('Index') && node['Index Cond'] === undefined)
    const isLimited = parent?.['Node Type'] === 'Limit' && node.Filter === undefined
    if (isFull && !isLimited && large.includes(table) && node['Index Name'] !== small)
      found.push(`${node['Node Type']} ${node['Index Name'] ?? ''} on ${table}`)
    for (const each of node.Plans ?? []) walk(each, node)
  }
  walk(rows[0]['QUERY PLAN'][0].Plan)
  return found
}

const literal = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`

async function expectNoScan(who: Caller, path: string): Promise<void> {
  const queries = await queriesOf(who, path)
  expect(queries.length).toBeGreaterThan(0)
  for (const query of queries)
    expect({ path, sql: query.sql, scans: await scansOf(query) }).toEqual({ path, sql: query.sql, scans: [] })
}

/** Every filter that people can choose above the log list. */
const filters = [
  '',
  'type=1',
  'type=2',
  'type=6',
  `model_name=${largeNames.model(3)}`,
  `model_name=${largeNames.rareModel}`,
  'model_name=%25rare',
  'group=vip',
  'request_id=req_100000000017',
]
const ofAdministrators = [
  'channel=7',
  `username=${largeNames.user(0)}`,
  `username=${largeNames.user(0)}&type=6`,
  `username=${largeNames.user(0)}&channel=7`,
  'username=nobody',
  `token_name=${largeNames.token(5)}`,
  `username=${largeNames.user(5)}&token_name=${largeNames.token(5)}&model_name=${largeNames.model(3)}&group=vip`,
]
const times = () => [
  '',
  `start_timestamp=${now - 86_400}`,
  `start_timestamp=${begin + 3617}&end_timestamp=${now - 7261}`,
]
const choices = (more: readonly string[] = []) =>
  [...filters, ...more].flatMap((filter) => times().map((time) => `${filter}&${time}`))

describe('no query reads a whole large table', () => {
  it('behind the list of the log, near and far pages', async () => {
    for (const choice of choices(ofAdministrators))
      for (const page of ['p=1', 'p=50&page_size=20', 'p=9000'])
        await expectNoScan(api.root, `/api/log/?${choice}&${page}`)
  })

  it('behind the list of own rows', async () => {
    for (const choice of choices([`token_name=${largeNames.token(1)}`]))
      await expectNoScan(user, `/api/log/self?${choice}`)
  })

  it('behind the one row that a link opens', async () => {
    for (const id of [1, LOGS / 2, LOGS * 10]) {
      await expectNoScan(api.root, `/api/log/?id=${id}`)
      await expectNoScan(user, `/api/log/self?id=${id}`)
    }
  })

  it('behind the search of the log', async () => {
    for (const keyword of ['model', 'nothing begins so', 'req_100000000017', '6']) {
      await expectNoScan(api.root, `/api/log/search?keyword=${encodeURIComponent(keyword)}`)
      await expectNoScan(user, `/api/log/self/search?keyword=${encodeURIComponent(keyword)}`)
    }
  })

  it('behind the totals above the list, and the picture of the log over time', async () => {
    for (const choice of choices(ofAdministrators)) {
      await expectNoScan(api.root, `/api/log/stat?${choice}`)
      await expectNoScan(api.root, `/api/log/series?${choice}`)
    }
    for (const choice of choices()) {
      await expectNoScan(user, `/api/log/self/stat?${choice}`)
      await expectNoScan(user, `/api/log/self/series?${choice}`)
    }
  })

  it('behind the dashboard', async () => {
    for (const span of [
      '',
      `start_timestamp=${now - 29 * 86_400}`,
      `start_timestamp=${now - 7 * 86_400}&step=86400`,
    ]) {
      await expectNoScan(api.root, `/api/data/overview?${span}`)
      await expectNoScan(user, `/api/data/self/overview?${span}`)
    }
    for (const path of ['', 'self']) {
      const span = `start_timestamp=${now - 29 * 86_400}&end_timestamp=${now}`
      await expectNoScan(path === '' ? api.root : user, `/api/data/${path}?${span}`)
    }
    await expectNoScan(api.root, `/api/data/?username=${largeNames.user(3)}`)
  })

  it('behind lists of users, tokens and channels', async () => {
    for (const path of ['/api/user/?p=20', '/api/user/search?keyword=large4', '/api/channel/', '/api/token/'])
      await expectNoScan(api.root, path)
  })
})
