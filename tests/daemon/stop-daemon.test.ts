import { fastify } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLedger } from '../../src/daemon/ledger/ledger.ts'
import { prepareStop } from '../../src/daemon/stop-daemon.ts'
import { reserve, settle } from './ledger/requests.ts'
import { createSqliteStore, openAccounts } from './ledger/stores.ts'

const TICK_MS = 25

let nowMs: number
beforeEach(() => {
  nowMs = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const pass = async (seconds: number) => {
  for (let ms = 0; ms < seconds * 1000; ms += TICK_MS) {
    nowMs += TICK_MS
    await vi.advanceTimersByTimeAsync(TICK_MS)
  }
}

/** Simulates a process that gets no CPU time for a while and then runs its timers once. */
const stall = async (seconds: number) => {
  nowMs += seconds * 1000
  await vi.advanceTimersByTimeAsync(TICK_MS)
}

/** Stops a daemon that serves one stream, and cuts the stream with a second signal. */
async function stopTwice({ isCounting }: { isCounting: boolean }) {
  const store = await createSqliteStore()
  await openAccounts(store, [{ userId: 1, balance: 1_000_000n, tokens: [{ id: 1, limit: null }] }])
  const ledger = createLedger(store.engine)
  await ledger.submit(reserve('a', 100))
  const idle = Promise.withResolvers<void>()
  let isOver = false
  const { stop, hurry } = prepareStop({
    app: fastify(),
    relay: { drain: () => undefined, untilIdle: () => idle.promise, cutAll: () => undefined },
    ledger,
    unbooked: {
      book: async () => undefined,
      makeRoom: async () => undefined,
      keep: async () => undefined,
    },
    isCounting: () => isCounting,
    closers: [],
    log: pino({ level: 'silent' }),
  })
  const stopped = stop(60_000).then(() => {
    isOver = true
  })
  hurry()
  return {
    stopped,
    isOver: () => isOver,
    charge: () => {
      isCounting = false
      // If the ledger is closed already, this is never booked.
      void ledger.submit(settle('a', 70))
      idle.resolve()
    },
    entries: () => store.all('SELECT kind, delta FROM entries WHERE kind = 1'),
  }
}

it('a stream that is cut is charged, although its tokens are counted for longer than the stop would wait', async () => {
  const { stopped, charge, entries } = await stopTwice({ isCounting: true })
  await pass(5)
  charge()
  await stopped
  expect(await entries()).toEqual([{ kind: 1, delta: -70 }])
})

it('a stream that is cut is charged, although the daemon gets to run only now and then', async () => {
  const { stopped, charge, entries } = await stopTwice({ isCounting: false })
  for (let times = 0; times < 5; times += 1) await stall(5)
  charge()
  await stopped
  expect(await entries()).toEqual([{ kind: 1, delta: -70 }])
})

it.each([
  ['two', 'nothing is counted', false],
  ['twelve', 'a count does not end', true],
] as const)('a second signal ends the daemon within %s seconds if %s', async (within, _what, isCounting) => {
  const { isOver } = await stopTwice({ isCounting })
  await pass(within === 'two' ? 2 : 12)
  expect(isOver()).toBe(true)
})
