import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { startOwnPostgres } from '../../support/services/postgres.ts'
import { whenDone } from '../../support/when-done.ts'
import { recordCalls } from '../calls.ts'
import { openClient } from '../client.ts'
import { type Site, type SiteOptions, startSite } from '../site.ts'
import { fillDisk, mountSmallDisk } from '../small-disk.ts'

const drainSeconds = 3
/**
 * A stop takes the drain time and, at worst, a dozen seconds of bounded waits after it, on a busy machine some more. Waits
 * for a database end after half a minute.
 */
const stopMs = 28_000

/** Starts a site with one stream that is paused midway, and returns what is needed to resume it. */
const startWithStream = async (options: SiteOptions) => {
  const site = await startSite({ ...options, env: { TOLLGATE_DRAIN_SECONDS: String(drainSeconds) } })
  const client = openClient(site.url)
  whenDone(async () => {
    client.close()
    await site.stop()
  })
  const account = await site.createAccount('anna', 100_000_000)
  const calls = recordCalls(client, account, await account.createToken())
  site.upstream.next({ echo: true, holdAt: 3 })
  const running = calls.make({ stream: true })
  const exchange = await site.upstream.received(1)
  await exchange.held
  return { site, calls, running, exchange }
}

const stop = async (site: Site): Promise<number | null> => {
  const startedMs = performance.now()
  site.gateway.signal('SIGTERM')
  const code = await site.gateway.ended
  expect(performance.now() - startedMs).toBeLessThan(stopMs)
  return code
}

const keptFiles = (site: Site) =>
  readdirSync(site.gateway.dataDir).filter((name) => name.startsWith('unbooked-'))

const untilNotReady = (site: Site) =>
  vi.waitFor(async () => expect((await fetch(`${site.url}/readyz`)).status).toBe(503), {
    timeout: 60_000,
    interval: 50,
  })

it.each(['away', 'locked'] as const)(
  'reliability 7: SIGTERM ends a daemon whose PostgreSQL is %s, and the next start books what it could not',
  async (fault) => {
    const postgres = await startOwnPostgres()
    whenDone(() => postgres.remove())
    const { site, calls, running, exchange } = await startWithStream({ databaseUrl: postgres.url })
    const locker = new pg.Client({ connectionString: postgres.url })
    locker.on('error', () => undefined)
    if (fault === 'locked') {
      await locker.connect()
      // Locks the heartbeats too, so that the readiness check fails even if the stream no longer needs its wallet.
      await locker.query('BEGIN; LOCK TABLE wallets, instances')
    } else await postgres.stop('fast')
    await untilNotReady(site)
    exchange.resume()
    expect(await stop(site)).toBe(0)
    await running
    const [kept = ''] = keptFiles(site)
    expect(statSync(join(site.gateway.dataDir, kept)).mode & 0o777).toBe(0o600)

    if (fault === 'locked') await locker.end()
    else await postgres.start()
    await site.restart()
    expect(keptFiles(site)).toEqual([])
    const { entries, holds } = await site.store.readBooks()
    // Charged as usage for everything that was delivered, not for what recovery would have found.
    expect(entries.filter(({ kind }) => kind < 4)).toMatchObject([{ kind: 1 }])
    expect(holds).toEqual([])
    expect(await site.judge(calls.operations)).toEqual([])
  },
)

it('reliability 7: on a full disk a daemon is not ready, SIGTERM ends it, and nothing is lost', async () => {
  const dataDir = mountSmallDisk('24m')
  const { site, calls, running, exchange } = await startWithStream({ dataDir })
  const filler = join(dataDir, 'filler')
  fillDisk(filler)
  await untilNotReady(site)
  expect(await calls.make()).toMatchObject({ outcome: 'failed', status: 503, code: 'storage_unavailable' })
  exchange.resume()
  expect(await stop(site)).toBe(0)
  await running
  rmSync(filler)
  await site.restart()
  expect(keptFiles(site)).toEqual([])
  const { entries, holds } = await site.store.readBooks()
  expect(entries.filter(({ kind }) => kind < 4)).toMatchObject([{ kind: 1 }])
  expect(holds).toEqual([])
  expect(await site.judge(calls.operations)).toEqual([])
})
