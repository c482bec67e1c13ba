import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Admin, signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { startOwnPostgres } from '../support/services/postgres.ts'
import { startProgram } from './node-program.ts'
import { type ProcessorTime, processorTime } from './processor-time.ts'
import { openStoreSize, type StoreSize } from './store-size.ts'

/** A server under measurement. */
export interface Target {
  readonly name: string
  readonly url: string
  readonly key: string
  /** Access token of the management API; undefined where there is none. */
  readonly accessToken: string | undefined
  /** Returns undefined for external programs, which cannot be inspected. */
  residentBytes(): number | undefined
  processorTime(): ProcessorTime | undefined
  /** Returns the reasons for recent failures: log rows of failed calls, and warnings of the process. */
  lastFailures(): Promise<string[]>
  /** Undefined where nothing is charged. */
  readonly books: Books | undefined
  /** Undefined where nothing is stored. */
  readonly store: StoreSize | undefined
  stop(): Promise<void>
}

export interface Books {
  /** Number of requests charged so far. */
  charged(): Promise<number>
  /** Returns the violations found by the audit; empty = the books add up. */
  audit(): Promise<string>
}

const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

export const startPassThrough = async (upstream: string): Promise<Target> => {
  const program = await startProgram('pass-through', '--upstream', upstream)
  return {
    name: 'pass-through',
    url: program.url,
    key: 'sk-none',
    accessToken: undefined,
    residentBytes: () => residentBytes(program.pid),
    processorTime: () => processorTime(program.pid),
    lastFailures: async () => [],
    books: undefined,
    store: undefined,
    stop: () => program.stop(),
  }
}

/**
 * Describes a gateway that is already running and uses the upstream at the printed URL. Its charges are not checked.
 */
export const otherGateway = (url: string, key: string): Target => ({
  name: new URL(url).host,
  url: url.replace(/\/+$/, ''),
  key,
  accessToken: undefined,
  residentBytes: () => undefined,
  processorTime: () => undefined,
  lastFailures: async () => [],
  books: undefined,
  store: undefined,
  stop: async () => undefined,
})

const booksOf = (admin: Admin): Books => ({
  charged: async () => (await admin.call<{ request_count: number }>('GET', '/api/user/self')).request_count,
  audit: async () => {
    const { isClean, summary } = await admin.audit()
    return isClean ? '' : summary
  },
})

/** Starts Tollgate as users do, with one channel, one user and one token, on the given database. */
export const startTollgate = async (engine: 'SQLite' | 'PostgreSQL', upstream: string): Promise<Target> => {
  const databaseUrl = engine === 'SQLite' ? undefined : (await startOwnPostgres()).url
  const gateway = await startGateway({
    env: { TOLLGATE_LOG_LEVEL: 'info', ...(databaseUrl && { TOLLGATE_DATABASE_URL: databaseUrl }) },
  })
  const store = await openStoreSize(databaseUrl ?? join(gateway.dataDir, 'tollgate.db'))
  let isStopping = false
  void gateway.ended.then((code) => {
    if (!isStopping)
      process.stderr.write(
        `Tollgate on ${engine} ended by itself, code ${code}:\n${gateway.output().slice(-3000)}\n`,
      )
  })
  const admin = await signIn(gateway.url)
  const models = 'gpt-4o-mini,paced'
  await admin.createChannel({ name: 'bench', key: 'sk-upstream', base_url: upstream, models })
  await admin.setOption('ModelRatio', JSON.stringify({ 'gpt-4o-mini': 0.075, paced: 0.075 }))
  await admin.setOption('LogErrorEnabled', 'true')
  // The opening balance would only pay for 1.7 million requests.
  const { id } = await admin.call<{ id: number }>('GET', '/api/user/self')
  await admin.call('PUT', '/api/user/', { id, quota: 10_000_000_000 })
  const { key } = await admin.createToken({ name: 'bench' })
  const access = { name: 'bench', scopes: ['*'] }
  const { token: accessToken } = await admin.call<{ token: string }>('POST', '/api/access_token/', access)
  return {
    name: `Tollgate on ${engine}`,
    url: gateway.url,
    key,
    accessToken,
    residentBytes: () => gateway.residentBytes(),
    processorTime: () => processorTime(gateway.pid, store.serverPid),
    lastFailures: async () => {
      const { items } = await admin.call<{ items: unknown[] }>('GET', '/api/log/?type=6&page_size=2')
      const warnings = gateway
        .output()
        .split('\n')
        .filter((line) => /"level":[456]0/.test(line))
      return [...items.map((row) => JSON.stringify(row)), ...warnings.slice(-2)]
    },
    books: booksOf(admin),
    store,
    stop: async () => {
      isStopping = true
      await store.close()
      await gateway.stop()
    },
  }
}
