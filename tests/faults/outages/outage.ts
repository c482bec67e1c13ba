import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../../support/services/postgres.ts'
import { whenDone } from '../../support/when-done.ts'
import { type Calls, recordCalls } from '../calls.ts'
import { type Client, openClient } from '../client.ts'
import { models, type Site, startSite } from '../site.ts'

/** Longer than a peer may be silent, and longer than any statement may take. */
export const longMs = 1_000 * Number(process.env.TOLLGATE_TEST_OUTAGE_SECONDS ?? 35)
/** How soon both daemons have to serve once the store does. */
const backWithinMs = 5_000

/** Of one call, set right before the outage. */
const newPrice = { dollars: 0.001, thousandths: 500_000n }

/** The daemon at this address knows the new price. */
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

/** On a session that nothing of the outage touches. */
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
  /** As after a fail-over onto a reader that is promoted later: all sessions are new, and stay as they began. */
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

/** Resolves when the first daemon, or each, has beaten so often from now on. None may be declared dead in the meantime. */
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
 * Two daemons on a PostgreSQL that cannot be used for a while: neither answers wrongly, neither ends, both serve again at
 * once, and a change made right before it reaches both. The cases are files of their own because they mostly wait, and
 * files run beside each other.
 */
export const surviveOutage = async (name: keyof typeof outages, forMs: number): Promise<void> => {
  const postgres = await startOwnPostgres()
  whenDone(() => postgres.remove())
  // The streams that wait must not be taken for an upstream that has stalled.
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
  // So that the first one has just seen the last beat of the other.
  if (name === 'away') await untilBeaten(site, { count: 1, isFirst: true })
  // The other daemon reads the change after the outage has begun, or in it.
  await site.admin.setOption('ModelPrice', JSON.stringify({ [models.call.name]: newPrice.dollars }))
  await outage.begin()
  const beganMs = performance.now()
  const refused = await Promise.all(daemons.map((calls) => calls.make()))
  for (const each of refused) expect(each).toMatchObject({ status: 503, code: 'storage_unavailable' })
  await setTimeout(Math.max(0, forMs - (performance.now() - beganMs)))
  // The one that is back first looks at the beats before the other one can beat.
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
  // Which is when one would find itself declared dead.
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
