import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { startOwnPostgres } from '../../support/services/postgres.ts'
import { whenDone } from '../../support/when-done.ts'
import { recordCalls } from '../calls.ts'
import { openClient } from '../client.ts'
import { type Site, startSite } from '../site.ts'
import { fillDisk, mountSmallDisk } from '../small-disk.ts'

const untilReady = (site: Site, status: 200 | 503) =>
  vi.waitFor(async () => expect((await fetch(`${site.url}/readyz`)).status).toBe(status), {
    timeout: 60_000,
    interval: 50,
  })

interface Fault {
  readonly site: Site
  begin(): Promise<void> | void
  end(): Promise<void> | void
}

const faults = {
  async 'its disk is full'(): Promise<Fault> {
    const dataDir = mountSmallDisk('24m')
    const filler = join(dataDir, 'filler')
    return { site: await startSite({ dataDir }), begin: () => fillDisk(filler), end: () => rmSync(filler) }
  },
  async 'PostgreSQL is away'(): Promise<Fault> {
    const postgres = await startOwnPostgres()
    whenDone(() => postgres.remove())
    const site = await startSite({ databaseUrl: postgres.url })
    return { site, begin: () => postgres.stop('fast'), end: () => postgres.start() }
  },
}

it.each([
  ['its disk is full', 'the disk is full (database or disk is full)'],
  ['PostgreSQL is away', 'no server listens there (connect ECONNREFUSED'],
] as const)('%s: the log says so once, and why, and once that it is over', async (name, reason) => {
  const { site, begin, end } = await faults[name]()
  const client = openClient(site.url)
  whenDone(async () => {
    client.close()
    await site.stop()
  })
  const account = await site.createAccount('anna', 100_000_000)
  const calls = recordCalls(client, account, await account.createToken())
  expect(await calls.make()).toMatchObject({ outcome: 'ok' })
  await begin()
  await untilReady(site, 503)
  for (let call = 0; call < 20; call += 1) {
    expect(await calls.make()).toMatchObject({ status: 503, code: 'storage_unavailable' })
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503)
  }
  await end()
  await untilReady(site, 200)
  expect(await calls.make()).toMatchObject({ outcome: 'ok' })
  const lines = site.gateway.output().split('\n')
  // On a busy machine, a probe may fail once more after the outage.
  expect(lines.filter((line) => line.includes('refused: storage_unavailable')).length).toBeLessThan(5)
  const said = lines
    .filter((line) => line.includes('the database takes'))
    .map((line) => JSON.parse(line) as { msg: string; reason?: string; seconds?: number })
  expect(said).toMatchObject([
    {
      msg: 'the database takes no charges: requests are refused, and what is charged waits, until it does',
      reason: expect.stringContaining(reason),
    },
    { msg: 'the database takes charges again', seconds: expect.any(Number) },
  ])
  expect(await site.judge(calls.operations)).toEqual([])
})
