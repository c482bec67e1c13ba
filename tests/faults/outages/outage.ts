import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../../support/services/postgres.ts'
import { whenDone } from '../../support/when-done.ts'
import { type Calls, recordCalls } from '../calls.ts'
import { type Client, openClient } from '../client.ts'
import { models, type Site, startSite } from '../site.ts'

/** Longer than a peer may be silent and longer than any statement may take. */
export const longMs = 1_000 * Number(process.env.TOLLGATE_TEST_OUTAGE_SECONDS ?? 35)
/** The time within which both daemons must serve requests again after the database is back. */
const backWithinMs = 5_000

/** Price of one call, changed right before the outage. */
const newPrice = { dollars: 0.001, thousandths: 500_000n }

/** Waits until the daemon at this URL knows the new price. */
const untilPriced = (url: string) =>
  vi.waitFor(
    async () => {
      const { data } = (await (await fetch(`${url}/api/pricing`)).json()) as {
        data: readonly { model_name: string; model_price: number }[]
      }
      expect(data.find(({ model_name }) => model_name === models.call.name)?.model_price).toBe(
        newPrice.dollars,
      )
    },
    { timeout: 60_000, interval: 100 },
  )

interface Outage {
  begin(): Promise<void>
  end(): Promise<void>
}

/** Connects with a session that none of the outages affects. */
const connect = async (postgres: OwnPostgres): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: postgres.url,
    options: '-c default_transaction_read_only=off',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const order = async (postgres: OwnPostgres, ...statements: readonly string[]) => {
  const client = await connect(postgres)
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const outages = {
  /** Simulates a failover to a reader that is promoted later: all sessions are new, and remain read-only afterwards. */
  'read-only': (postgres: OwnPostgres): Outage => ({
    begin: () =>
      order(
        postgres,
        'ALTER DATABASE postgres SET default_transaction_read_only = on',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tollgate%'",
      ),
    end: () => order(postgres, 'ALTER DATABASE postgres RESET default_transaction_read_only'),
  }),
  away: (postgres: OwnPostgres): Outage => ({
    begin: () => postgres.stop('fast'),
    end: () => postgres.start(),
  }),
  'locked in every table that a call needs': (postgres: OwnPostgres): Outage => {
    let locker: pg.Client | undefined
    return {
      begin: async () => {
        locker = await connect(postgres)
        await locker.query('BEGIN')
        await locker.query('LOCK TABLE instances, wallets, holds, tokens, users, options, channels')
      },
      end: async () => {
        await locker?.end()
      },
    }
  },
}

/**
 * Resolves when the first daemon, or both, have sent `count` new heartbeats. None may be declared dead in the meantime.
 */
const untilBeaten = async (site: Site, { count, isFirst }: { count: number; isFirst: boolean }) => {
  const readBeats = () =>
    site.store.query<{ id: string; beat_ms: string; fenced: number }>(
      'SELECT id, beat_ms, fenced FROM instances ORDER BY started_ms',
    )
  const seen = new Map((await readBeats()).map(({ id }) => [id, new Set<string>()]))
  const before = new Map((await readBeats()).map(({ id, beat_ms }) => [id, beat_ms]))
  await vi.waitFor(
    async () => {
      const beats = await readBeats()
      expect(beats.map(({ fenced }) => Number(fenced))).toEqual([0, 0])
      for (const { id, beat_ms } of beats) if (beat_ms !== before.get(id)) seen.get(id)?.add(beat_ms)
      for (const { size } of [...seen.values()].slice(0, isFirst ? 1 : 2))
        expect(size).toBeGreaterThanOrEqual(count)
    },
    { timeout: 60_000, interval: 200 },
  )
}

/**
 * Runs two daemons on a PostgreSQL that is unusable for a while: neither answers wrongly, neither exits, both serve
 * again immediately afterwards, and a change made right before the outage reaches both. The cases are in separate files
 * because they mostly wait, and files run in parallel.
 */
export const surviveOutage = async (name: keyof typeof outages, forMs: number): Promise<void> => {
  const postgres = await startOwnPostgres()
  whenDone(() => postgres.remove())
  // The paused streams must not be taken for a stalled upstream.
  const site = await startSite({ databaseUrl: postgres.url, env: { TOLLGATE_IDLE_TIMEOUT_MS: '600000' } })
  const peer = await site.startPeer()
  const clients = [openClient(site.url), openClient(peer.url)]
  whenDone(async () => {
    for (const client of clients) client.close()
    await site.stop()
  })
  const account = await site.createAccount('anna', 100_000_000)
  const token = await account.createToken()
  const ofSite = recordCalls(clients[0] as Client, account, token)
  const daemons = [ofSite, recordCalls(clients[1] as Client, account, token)]
  const repriced = clients.map((client) => recordCalls(client, account, token))
  site.upstream.next({ echo: true, holdAt: 3 }, { echo: true, holdAt: 3 })
  const streams = daemons.map((calls) => calls.make({ stream: true }))
  const exchanges = await Promise.all([site.upstream.received(1), site.upstream.received(2)])
  await Promise.all(exchanges.map(({ held }) => held))

  const outage = outages[name](postgres)
  // The first daemon has then just seen the other's last heartbeat.
  if (name === 'away') await untilBeaten(site, { count: 1, isFirst: true })
  // The other daemon reads the change during the outage.
  await site.admin.setOption('ModelPrice', JSON.stringify({ [models.call.name]: newPrice.dollars }))
  await outage.begin()
  const beganMs = performance.now()
  const refused = await Promise.all(daemons.map((calls) => calls.make()))
  for (const each of refused) expect(each).toMatchObject({ status: 503, code: 'storage_unavailable' })
  await setTimeout(Math.max(0, forMs - (performance.now() - beganMs)))
  // The daemon that comes back first checks heartbeats before the other one can send any.
  if (name === 'away') peer.signal('SIGSTOP')
  await outage.end()
  const served = async (calls: Calls) => {
    const startedMs = performance.now()
    await vi.waitUntil(async () => (await calls.make()).outcome === 'ok', { timeout: 60_000, interval: 50 })
    return Math.round(performance.now() - startedMs)
  }
  const first = name === 'away' ? [await served(ofSite)] : []
  if (name === 'away') {
    await untilBeaten(site, { count: 2, isFirst: true })
    peer.signal('SIGCONT')
  }
  const backMs = [...first, ...(await Promise.all(daemons.map(served)))]
  console.info(`PostgreSQL ${name} for ${forMs / 1_000} s: the daemons serve after ${backMs.join(', ')} ms`)
  for (const each of backMs) expect(each).toBeLessThan(backWithinMs)
  for (const exchange of exchanges) exchange.resume()
  for (const stream of await Promise.all(streams)) expect(stream.outcome).toBe('ok')
  // A daemon that was declared dead would find out at its next heartbeat.
  await untilBeaten(site, { count: 1, isFirst: false })
  for (const { url } of [site.gateway, peer]) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  for (const { url } of [site.gateway, peer]) await untilPriced(url)
  for (const calls of repriced) expect((await calls.make({ kind: 'call' })).outcome).toBe('ok')
  const operations = [
    ...daemons.flatMap((calls) => calls.operations),
    ...repriced.flatMap((calls) =>
      calls.operations.map((each) => ({ ...each, price: newPrice.thousandths })),
    ),
  ]
  expect(await site.judge(operations)).toEqual([])
}
