import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../src/daemon/config/config.ts'
import { listMigrations } from '../../src/daemon/db/migrate.ts'
import { sumStatements } from '../../src/daemon/logs/sum-logs.ts'
import { totalHours } from '../../src/daemon/logs/total-hours.ts'
import { type Daemon, startDaemon } from '../../src/daemon/start-daemon.ts'
import { fillLargeStore, type LargeStore, type StoreToFill } from '../support/large-store.ts'
import { createPrivatePostgres } from '../support/services/private-postgres.ts'

type Engine = 'sqlite' | 'postgres'

export const largePassword = 'correct-horse'

/** A database with a large log, and a function to start a daemon on it. */
export interface PreparedStore {
  readonly engine: Engine
  /** The time of the last log row, in Unix milliseconds. */
  readonly nowMs: number
  start(): Promise<Daemon>
  /** Closes the database and keeps it for the next run. */
  close(): Promise<void>
}

const CHANNELS = 5000
const DAYS = 100

/** Returns the folder for prepared databases: `TOLLGATE_LARGE_DIR`, or one in the system's temporary folder. */
const cache = (): string => process.env.TOLLGATE_LARGE_DIR || join(tmpdir(), 'tollgate-large')

/** Prepares a database, or reuses the one that an earlier run with the same schema prepared. */
export async function prepareLarge(
  engine: Engine,
  extent: Pick<LargeStore, 'logs' | 'users' | 'tokens'>,
  say: (line: string) => void,
): Promise<PreparedStore> {
  const schema = listMigrations().at(-1)?.name ?? ''
  const folder = join(cache(), `${engine}-${extent.logs}`)
  const marker = join(folder, 'ready.json')
  const ready = existsSync(marker) ? JSON.parse(readFileSync(marker, 'utf8')) : undefined
  if (ready?.schema !== schema) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const server =
    engine === 'postgres' ? await createPrivatePostgres(false, join(folder, 'server')) : undefined
  const url = server === undefined ? undefined : new URL(server.url)
  if (url) url.pathname = '/large'
  const start = () => startOn({ data: join(folder, 'data'), url: url?.toString() })
  const close = async () => server?.stop('fast')
  if (ready?.schema === schema) return { engine, nowMs: ready.nowMs, start, close }

  say(`preparing ${extent.logs} log rows on ${engine} in ${folder}`)
  const nowMs = Date.now()
  if (server) await withClient(server.url, (client) => client.query('CREATE DATABASE large'))
  const daemon = await start()
  await setUp(daemon)
  await daemon.stop(0)
  const store = { ...extent, days: DAYS, nowMs }
  if (url) await withClient(url.toString(), (client) => fill(intoPostgres(client), store, say))
  else await fill(intoSqlite(join(folder, 'data', 'tollgate.db')), store, say)
  const again = await start()
  await totalHours(again.services)
  await again.stop(0)
  writeFileSync(marker, JSON.stringify({ schema, nowMs }))
  return { engine, nowMs, start, close }
}

const startOn = ({
  data,
  url,
}: {
  readonly data: string
  readonly url: string | undefined
}): Promise<Daemon> =>
  startDaemon(
    readConfig(
      [],
      {
        TOLLGATE_PORT: '0',
        TOLLGATE_LOG_LEVEL: 'silent',
        TOLLGATE_DATA_DIR: data,
        ...(url === undefined ? {} : { TOLLGATE_DATABASE_URL: url }),
      },
      false,
    ),
    { log: pino({ level: 'silent' }), runsJobs: false },
  )

/** Creates the super administrator and as many channels as a large site has. */
async function setUp({ app, services }: Daemon): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/setup',
    payload: {
      username: 'root',
      password: largePassword,
      confirmPassword: largePassword,
      usageMode: 'external',
    },
  })
  if (answer.statusCode !== 200) throw new Error(`The store cannot be set up: ${answer.body}`)
  const key = services.secrets.seal('sk-nobody', 'channel:key')
  for (let from = 1; from <= CHANNELS; from += 500)
    await services.knex('channels').insert(
      Array.from({ length: 500 }, (_, index) => ({
        type: 1,
        name: `large channel ${from + index}`,
        key_ciphertext: key,
        models: Array.from({ length: 10 }, (_, model) => `model-${(from + index + model) % 60}`).join(','),
        group_names: 'default,vip',
        weight: index % 10,
        created_time: 1,
      })),
    )
}

async function fill(into: StoreToFill, store: LargeStore, say: (line: string) => void): Promise<void> {
  await fillLargeStore(into, store)
  say('adding the log up')
  for (const statement of sumStatements) {
    const [from, upto] = [0, Number.MAX_SAFE_INTEGER]
    await into.run(statement.replace('?', String(from)).replace('?', String(upto)))
  }
  await into.run('UPDATE log_sums_state SET upto_id = (SELECT max(id) FROM usage_logs)')
  if (into.isPostgres) await into.run('VACUUM ANALYZE')
}

function intoSqlite(file: string): StoreToFill {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA temp_store = FILE')
  return { isPostgres: false, firstUserId: 1000, run: async (sql) => db.exec(sql) }
}

const intoPostgres = (client: pg.Client): StoreToFill => ({
  isPostgres: true,
  firstUserId: 1000,
  run: (sql) => client.query(sql),
})

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
