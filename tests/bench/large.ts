import type { FastifyInstance } from 'fastify'
import { largeNames } from '../support/large-store.ts'
import { largePassword, type PreparedStore, prepareLarge } from './large-cache.ts'
import type { Bench, Row } from './measurements.ts'
import { milliseconds } from './measurements.ts'
import { median } from './quantiles.ts'

/** Limit in milliseconds for responses that people wait for. */
const MUST_MS = 200
const RUNS = 7

/** A page that a user opens. */
interface Opened {
  readonly measure: string
  readonly path: string
}

const DAY = 86_400

const pages = (now: number): readonly Opened[] => {
  const lately = `start_timestamp=${now - DAY}&end_timestamp=${now}`
  const cut = `start_timestamp=${now - 60 * DAY + 777}&end_timestamp=${now - 20 * DAY + 1234}`
  const heavy = `username=${largeNames.user(0)}`
  const light = `username=${largeNames.user(60_000)}`
  const log = (measure: string, query: string): Opened => ({
    measure: `log: ${measure}`,
    path: `/api/log/?${query}`,
  })
  const stat = (measure: string, query: string): Opened => ({
    measure: `totals: ${measure}`,
    path: `/api/log/stat?${query}`,
  })
  const series = (measure: string, query: string): Opened => ({
    measure: `histogram: ${measure}`,
    path: `/api/log/series?${query}`,
  })
  const filters = [
    ['everything', ''],
    ['last day', lately],
    ['40 days, hours cut', cut],
    ['failures', 'type=6'],
    ['a busy user', heavy],
    ['a quiet user', light],
    ['a busy user, last day, a model', `${heavy}&${lately}&model_name=${largeNames.model(3)}`],
    ['a model', `model_name=${largeNames.model(5)}`],
    ['a rare model', `model_name=${largeNames.rareModel}`],
    ['models by pattern, 40 days', `model_name=model-1%25&${cut}`],
    ['a channel', 'channel=4000'],
    ['a group', 'group=vip'],
    ['a busy user on a channel', `${heavy}&channel=7`],
    ['name of a token', `token_name=${largeNames.token(9)}`],
    ['a request', 'request_id=req_100000012345'],
  ] as const
  return [
    ...filters.map(([measure, query]) => log(measure, query)),
    log('page 40 000', 'p=40000&page_size=20'),
    log('a busy user, page 5 000', `${heavy}&p=5000&page_size=20`),
    log('a model, page 2 000', `model_name=${largeNames.model(5)}&p=2000&page_size=20`),
    { measure: 'log: search for a text', path: '/api/log/search?keyword=nothing%20begins%20so' },
    ...filters.map(([measure, query]) => stat(measure, query)),
    ...[filters[0], filters[1], filters[2], filters[4], filters[8]].map(([measure, query]) =>
      series(measure, query),
    ),
    {
      measure: 'dashboard: 30 days, all users',
      path: `/api/data/?start_timestamp=${now - 30 * DAY}&end_timestamp=${now}`,
    },
    {
      measure: 'dashboard: comparison, 30 days',
      path: `/api/data/overview?start_timestamp=${now - 30 * DAY}&end_timestamp=${now}&step=${DAY}`,
    },
    { measure: 'users', path: '/api/user/?p=3' },
    { measure: 'users by text', path: '/api/user/search?keyword=large999' },
    { measure: 'channels', path: '/api/channel/?p=3' },
    { measure: 'channels by text', path: '/api/channel/search?keyword=channel%204999' },
  ]
}

/**
 * Measures list pages, totals and the dashboard on a prepared database of ten million log rows, and the start of a
 * daemon on it.
 */
export async function large({ extent, targets, complaints, say }: Bench): Promise<Row[]> {
  const logs = extent.repetitions === 1 ? 1_000_000 : 10_000_000
  const measured = new Map<string, Map<string, string>>()
  for (const { name } of targets) {
    const engine = name.endsWith('SQLite') ? 'sqlite' : name.endsWith('PostgreSQL') ? 'postgres' : undefined
    if (engine === undefined) continue
    const store = await prepareLarge(engine, { logs, users: 100_000, tokens: 1_000_000 }, say)
    try {
      for (const [measure, text] of await measureStore(store, `${name}, `, complaints))
        measured.set(measure, (measured.get(measure) ?? new Map()).set(name, text))
    } finally {
      await store.close()
    }
  }
  return [...measured].map(([measure, values]) => ({
    measure: `${logs / 1e6} M rows, ${measure}`,
    values: targets.map(({ name }) => values.get(name) ?? '-'),
    goal: measure === 'start' ? '' : `≤ ${MUST_MS} ms`,
  }))
}

async function measureStore(
  store: PreparedStore,
  where: string,
  complaints: string[],
): Promise<(readonly [string, string])[]> {
  const startedAt = performance.now()
  const daemon = await store.start()
  const startMs = performance.now() - startedAt
  const rows: (readonly [string, string])[] = [['start', milliseconds(startMs)]]
  try {
    const headers = await signIn(daemon.app)
    for (const { measure, path } of pages(Math.floor(store.nowMs / 1000))) {
      const times: number[] = []
      for (let run = 0; run <= RUNS; run += 1) {
        const at = performance.now()
        const answer = await daemon.app.inject({ method: 'GET', url: path, headers })
        if (answer.statusCode !== 200)
          complaints.push(`${where}${measure}: ${answer.statusCode} ${answer.body}`)
        times.push(performance.now() - at)
      }
      // The first run is cold: it is shown but not judged.
      const [cold = 0, ...warm] = times
      const middle = median(warm)
      if (middle > MUST_MS) complaints.push(`${where}${measure}: ${milliseconds(middle)}`)
      rows.push([
        measure,
        `**${milliseconds(middle)}**${middle > MUST_MS ? ' ✗' : ' ✓'}, first ${milliseconds(cold)}`,
      ])
    }
  } finally {
    await daemon.stop(0)
  }
  return rows
}

async function signIn(app: FastifyInstance): Promise<Record<string, string>> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/user/login',
    payload: { username: 'root', password: largePassword },
  })
  const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
  return { cookie, 'tollgate-user': String(answer.json<{ data: { id: number } }>().data.id) }
}
