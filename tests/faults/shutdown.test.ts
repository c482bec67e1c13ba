import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Exchange } from '../support/simulator/exchange.ts'
import { type Calls, recordCalls } from './calls.ts'
import { type Client, openClient } from './client.ts'
import { type Site, startSite } from './site.ts'

let site: Site
let client: Client
let calls: Calls

const start = async (drainSeconds: number): Promise<void> => {
  site = await startSite({ env: { TOLLGATE_DRAIN_SECONDS: String(drainSeconds) } })
  const account = await site.createAccount('anna', 100_000_000)
  client = openClient(site.url)
  calls = recordCalls(client, account, await account.createToken())
}

/** Resolves when this many calls are paused at the upstream. */
const heldCalls = async (count: number): Promise<Exchange[]> => {
  const exchanges = await Promise.all(
    Array.from({ length: count }, (_, index) => site.upstream.received(index + 1)),
  )
  await Promise.all(exchanges.map(({ held }) => held))
  return exchanges
}

const untilRefused = () =>
  vi.waitFor(
    async () => {
      const isRefused = await fetch(`${site.url}/readyz`).then(
        ({ status }) => status === 503,
        () => true,
      )
      expect(isRefused).toBe(true)
    },
    { timeout: 60_000, interval: 10 },
  )

beforeEach(() => start(60))
afterEach(async () => {
  client.close()
  await site.stop()
})

it('SIGTERM lets 200 open streams finish, charges them all and ends with 0', async () => {
  site.upstream.always({ echo: true, holdAt: 3 })
  const answers = Promise.all(Array.from({ length: 200 }, () => calls.make({ stream: true })))
  const exchanges = await heldCalls(200)
  site.gateway.signal('SIGTERM')
  await untilRefused()
  for (const exchange of exchanges) exchange.resume()
  expect((await answers).filter(({ outcome }) => outcome === 'ok')).toHaveLength(200)
  const finishedMs = performance.now()
  expect(await site.gateway.ended).toBe(0)
  // Far less than the time for which idle connections are kept.
  expect(performance.now() - finishedMs).toBeLessThan(30_000)
  expect((await site.store.readBooks()).holds).toEqual([])
  await site.restart()
  expect(await site.judge(calls.operations)).toEqual([])
})

it('the terminal closes: open streams finish and are charged, as on SIGTERM', async () => {
  site.upstream.always({ echo: true, holdAt: 3 })
  const answer = calls.make({ stream: true })
  const [exchange] = await heldCalls(1)
  site.gateway.signal('SIGHUP')
  await untilRefused()
  exchange?.resume()
  expect(await answer).toMatchObject({ outcome: 'ok' })
  expect(await site.gateway.ended).toBe(0)
  await site.restart()
  expect(await site.judge(calls.operations)).toEqual([])
})

it('a second SIGTERM cuts what runs and settles it', async () => {
  site.upstream.always({ echo: true, holdAt: 3 })
  site.upstream.when(({ json }) => !(json as { stream?: boolean }).stream, { echo: true, holdAt: 'headers' })
  const streams = Promise.all(Array.from({ length: 20 }, () => calls.make({ stream: true })))
  const plain = Promise.all(Array.from({ length: 5 }, () => calls.make()))
  await heldCalls(25)
  site.gateway.signal('SIGTERM')
  await untilRefused()
  const secondMs = performance.now()
  site.gateway.signal('SIGTERM')
  expect(await site.gateway.ended).toBe(0)
  expect(performance.now() - secondMs).toBeLessThan(30_000)
  for (const answer of await streams) expect(answer).toMatchObject({ outcome: 'cut', code: 'shutting_down' })
  for (const answer of await plain) expect(answer).toMatchObject({ outcome: 'failed', status: 503 })
  // A busy disk may not take all charges within two seconds. The next start books those that it did not take.
  await site.restart()
  const books = await site.store.readBooks()
  expect(books.holds).toEqual([])
  // Settled by the daemon that was stopped, not recovered by the next one, so everything delivered is charged.
  expect(books.entries.filter(({ kind }) => kind === 1)).toHaveLength(20)
  expect(await site.judge(calls.operations)).toEqual([])
})

it('what outlives the drain time is cut and settled, exit 0', async () => {
  await site.stop()
  await start(1)
  site.upstream.always({ echo: true, holdAt: 3 })
  site.upstream.when(({ json }) => !(json as { stream?: boolean }).stream, { echo: true, holdAt: 'headers' })
  const answers = Promise.all([calls.make({ stream: true }), calls.make({ kind: 'call' })])
  await heldCalls(2)
  site.gateway.signal('SIGTERM')
  expect(await answers).toMatchObject([
    { outcome: 'cut', code: 'shutting_down' },
    { outcome: 'failed', status: 503 },
  ])
  expect(await site.gateway.ended).toBe(0)
  // A busy disk may not take the charges in time. The next start books those that it did not take.
  await site.restart()
  const books = await site.store.readBooks()
  expect(books.holds).toEqual([])
  // Settled by the daemon that was stopped, not recovered by the next one.
  expect(books.entries.filter(({ kind }) => kind === 1)).toHaveLength(1)
  expect(await site.judge(calls.operations)).toEqual([])
})
