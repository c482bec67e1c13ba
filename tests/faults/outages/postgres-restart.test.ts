import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../../support/services/postgres.ts'
import { type Calls, recordCalls } from '../calls.ts'
import { type Client, openClient } from '../client.ts'
import { type Site, startSite } from '../site.ts'

let postgres: OwnPostgres
let site: Site
let client: Client
let calls: Calls[]

beforeEach(async () => {
  postgres = await startOwnPostgres()
  site = await startSite({ databaseUrl: postgres.url })
  client = openClient(site.url)
  calls = []
  for (const name of ['anna', 'berta']) {
    const account = await site.createAccount(name, 100_000_000)
    calls.push(recordCalls(client, account, await account.createToken()))
    calls.push(recordCalls(client, account, await account.createToken(90_000_000)))
  }
})
afterEach(async () => {
  client.close()
  await site.stop()
  await postgres.remove()
})

const operations = () => calls.flatMap((each) => each.operations)
const answered = () => operations().filter(({ outcome }) => outcome === 'ok').length

/** Waits until the books can be read again and no request is in progress any more. */
const untilQuiet = () =>
  vi.waitFor(async () => expect((await site.store.readBooks()).holds).toEqual([]), {
    timeout: 60_000,
    interval: 100,
  })

it('PostgreSQL restarted under load, fast, crashed and killed: no charge lost, none doubled, same daemon', async () => {
  let isOver = false
  const load = Promise.all(
    Array.from({ length: 16 }, async (_, worker) => {
      for (let turn = 0; !isOver; turn += 1) {
        const answer = await calls[worker % calls.length]?.make({ stream: turn % 2 === 0 })
        // A refused client waits until the database is back, as the response asked it to.
        if (answer?.status === 503) await untilReady()
      }
    }),
  )
  const untilReady = () =>
    vi.waitFor(async () => expect((await fetch(`${site.url}/readyz`)).ok).toBe(true), {
      timeout: 60_000,
      interval: 25,
    })
  const pauses: string[] = []
  for (const mode of ['fast', 'immediate', 'kill'] as const) {
    const before = answered()
    await vi.waitUntil(() => answered() > before + 50, { timeout: 60_000 })
    await postgres.stop(mode)
    await postgres.start()
    const startedMs = performance.now()
    const atStart = answered()
    await vi.waitUntil(() => answered() > atStart + 50, { timeout: 60_000 })
    pauses.push(
      `${mode}: 50 answers ${Math.round(performance.now() - startedMs)} ms after the server was back`,
    )
  }
  isOver = true
  await load
  await untilQuiet()
  console.info(`PostgreSQL restarts: ${answered()} answered of ${operations().length}; ${pauses.join('; ')}`)
  expect(await site.judge(operations())).toEqual([])
})

it('while PostgreSQL is away new requests are refused with Retry-After and running streams end, charged', async () => {
  const [first] = calls
  if (!first) throw new Error('no caller')
  site.upstream.next({ echo: true, holdAt: 3 })
  const running = first.make({ stream: true })
  const exchange = await site.upstream.received(1)
  await exchange.held
  await postgres.stop('fast')
  const refused = await first.make()
  expect(refused).toMatchObject({ outcome: 'failed', status: 503, code: 'storage_unavailable' })
  expect(refused.retryAfterSeconds).toBeGreaterThan(0)
  // An unknown key must not be rejected as invalid while it cannot be looked up.
  const stranger = await client.ask(`sk-${'x'.repeat(48)}`, { model: 'fault-whole', message: 'hello' })
  expect(stranger).toMatchObject({ outcome: 'failed', status: 503, code: 'storage_unavailable' })
  expect(site.upstream.hits).toBe(1)
  exchange.resume()
  await postgres.start()
  expect(await running).toMatchObject({ outcome: 'ok' })
  await vi.waitFor(async () => expect((await first.make()).outcome).toBe('ok'), { timeout: 60_000 })
  await untilQuiet()
  expect(await site.judge(operations())).toEqual([])
})

it('reliability 4: a plain answer that is refused because PostgreSQL is away is not charged', async () => {
  const [first] = calls
  if (!first) throw new Error('no caller')
  site.upstream.next({ echo: true, holdAt: 'headers' })
  const refused = first.make()
  const exchange = await site.upstream.received(1)
  await exchange.held
  const bookedSince = async (id: number) =>
    (await site.store.readBooks()).entries.filter((each) => each.id > id)
  const last = (await site.store.readBooks()).entries.at(-1)?.id ?? 0
  await postgres.stop('fast')
  exchange.resume()
  expect(await refused).toMatchObject({ outcome: 'failed', status: 503, code: 'storage_unavailable' })
  await postgres.start()
  await vi.waitFor(async () => expect((await site.store.readBooks()).holds).toEqual([]), { timeout: 60_000 })
  await untilQuiet()
  // The charge was either never booked or refunded.
  const booked = await bookedSince(last)
  expect(booked.reduce((sum, { delta }) => sum + delta, 0n)).toBe(0n)
  expect(await site.judge(operations())).toEqual([])
})
