import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Admin, signIn } from '../support/gateway/admin.ts'
import { type GatewayProcess, startGateway } from '../support/gateway/gateway-process.ts'
import { createDatabase } from '../support/services/postgres.ts'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { type Account, createAccount } from './account.ts'
import { judge, type Operation } from './history-checker.ts'
import { openStore, type Store } from './store.ts'

/** Models with prices that are easy to compute: the simulator states 9 tokens in and 12 out. */
export const models = {
  /** 9 + 12 x 2 = 33 quota. */
  whole: { name: 'fault-whole', price: 33_000n },
  /** 33 x 1.15 = 37.95 quota. */
  fraction: { name: 'fault-fraction', price: 37_950n },
  /** Half a thousandth of a dollar per call: 250 quota, and the hold is exactly the price. */
  call: { name: 'fault-call', price: 250_000n },
} as const

export const modelNames = Object.values(models).map(({ name }) => name)

export interface SiteOptions {
  readonly engine?: 'sqlite' | 'postgres'
  /** URL of a database that the test provides; makes the engine PostgreSQL. */
  readonly databaseUrl?: string
  /** A directory of the test, which is kept when the site stops. */
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface PeerOptions {
  /** The peer that exited. */
  readonly after?: GatewayProcess
  readonly env?: Readonly<Record<string, string>>
}

/** A daemon in a separate process with its database, one upstream, and the means to check its books. */
export interface Site {
  readonly gateway: GatewayProcess
  readonly upstream: Simulator
  readonly admin: Admin
  readonly store: Store
  readonly url: string
  /** Environment variables of its daemons. */
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds from the start of the process until `/readyz` reported ready. */
  readonly readyMs: number
  createAccount(name: string, quota: number): Promise<Account>
  /** Restarts the daemon on the same address and database after it exited. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>
  /**
   * On PostgreSQL, declares the daemons dead that left holds behind, as a peer does after half a minute of silence.
   * Only for use when every daemon with holds was killed.
   */
  declareDead(): Promise<void>
  /** Starts a second daemon on the same database (PostgreSQL), or restarts one that exited on its address. */
  startPeer(options?: PeerOptions): Promise<GatewayProcess>
  /** Returns contradictions between clients and the database, and the findings of the audit. */
  judge(operations: readonly Operation[], options?: { readonly afterEntry?: number }): Promise<string[]>
  stop(): Promise<void>
}

/** Returns the IDs of the requests that reached the upstream, by nonce: the last user message is the nonce. */
export const readDeliveries = (upstream: Simulator): Map<string, string[]> => {
  const deliveries = new Map<string, string[]>()
  for (const { headers, json } of upstream.requests) {
    const { messages } = json as { messages?: { content: string }[] }
    const nonce = messages?.at(-1)?.content ?? ''
    deliveries.set(nonce, [...(deliveries.get(nonce) ?? []), String(headers['x-request-id'])])
  }
  return deliveries
}

const setUp = async (admin: Admin, upstream: Simulator): Promise<void> => {
  await admin.setOption(
    'ModelRatio',
    JSON.stringify({ [models.whole.name]: 1, [models.fraction.name]: 1.15 }),
  )
  await admin.setOption(
    'CompletionRatio',
    JSON.stringify({ [models.whole.name]: 2, [models.fraction.name]: 2 }),
  )
  await admin.setOption('ModelPrice', JSON.stringify({ [models.call.name]: 0.0005 }))
  await admin.createChannel({
    name: 'upstream',
    key: 'upstream-key',
    base_url: upstream.url,
    models: modelNames.join(','),
  })
}

export const startSite = async (options: SiteOptions = {}): Promise<Site> => {
  const upstream = await startSimulator({ models: modelNames, always: { echo: true } })
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tollgate-faults-'))
  const databaseUrl =
    options.databaseUrl ?? (options.engine === 'postgres' ? await createDatabase('faults') : undefined)
  const env = {
    // The same key for every daemon on the same database.
    TOLLGATE_SECRET_KEY: '5e'.repeat(32),
    ...options.env,
    ...(databaseUrl === undefined ? {} : { TOLLGATE_DATABASE_URL: databaseUrl }),
  }
  const store = openStore({ dataDir, databaseUrl })
  const peers: { gateway: GatewayProcess; dataDir: string }[] = []

  const start = async (port: number | undefined, more: Readonly<Record<string, string>> = {}) => {
    const startedMs = performance.now()
    const gateway = await startGateway({
      dataDir,
      env: { ...env, ...more },
      ...(port === undefined ? {} : { port }),
    })
    return { gateway, readyMs: performance.now() - startedMs }
  }
  let current = await start(undefined)
  const { url } = current.gateway
  const admin = await signIn(url)
  await setUp(admin, upstream)

  return {
    get gateway() {
      return current.gateway
    },
    get readyMs() {
      return current.readyMs
    },
    upstream,
    admin,
    store,
    url,
    env,
    createAccount: (name, quota) => createAccount(admin, url, name, quota),
    restart: async (more) => {
      current = await start(Number(new URL(url).port), more)
    },
    declareDead: async () => {
      if (databaseUrl !== undefined)
        await store.execute('UPDATE instances SET fenced = 1 WHERE id IN (SELECT instance_id FROM holds)')
    },
    startPeer: async ({ after, env: more } = {}) => {
      const peerDir = after?.dataDir ?? mkdtempSync(join(tmpdir(), 'tollgate-peer-'))
      const port = after === undefined ? {} : { port: Number(new URL(after.url).port) }
      const gateway = await startGateway({ dataDir: peerDir, env: { ...env, ...more }, ...port })
      peers.push({ gateway, dataDir: peerDir })
      return gateway
    },
    judge: async (operations, { afterEntry = 0 } = {}) => {
      const audit = await admin.audit()
      const claims = { operations, deliveries: readDeliveries(upstream), isQuiet: true, afterEntry }
      return [
        ...judge(claims, await store.readBooks()),
        ...(audit.isClean ? [] : [`audit: ${audit.summary}`]),
      ]
    },
    stop: async () => {
      for (const { gateway } of [current, ...peers]) {
        gateway.signal('SIGKILL')
        await gateway.ended
      }
      await upstream.close()
      const own = options.dataDir === undefined ? [dataDir] : []
      for (const folder of [...own, ...peers.map((peer) => peer.dataDir)])
        rmSync(folder, { recursive: true, force: true })
    },
  }
}
