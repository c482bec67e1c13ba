import { beforeEach, expect, it } from 'vitest'
import { askSupervisor, type Counting, countFor } from '../../../src/daemon/workers/counting.ts'
import { createCounting } from '../../../src/daemon/workers/create-counting.ts'
import { linked } from './linked.ts'

const clock = { now: () => 1_000_000 }
const ofOneProcess = () => createCounting({ clock, redis: undefined })
const share = (id: string, reserved: number) => ({ key: 'token:1', id, limit: 100, reserved })

let shared: Counting
let workers: readonly (Counting & { cut(): void; end(): void })[]
beforeEach(() => {
  shared = ofOneProcess()
  workers = [1, 2].map(() => {
    const { worker, supervisor, cut } = linked()
    const end = countFor(supervisor, shared)
    return { ...askSupervisor(worker, ofOneProcess()), cut, end }
  })
})

it('a limit is one for all workers, and what one gives back or forgets is free for the others', async () => {
  const [first, second] = workers
  const take = async (counting: Counting | undefined) =>
    (await counting?.limiter.take('k', 2, 60_000))?.isAllowed
  expect([await take(first), await take(second), await take(first), await take(second)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  await first?.limiter.giveBack('k')
  expect([await take(second), await take(first)]).toEqual([true, false])
  await second?.limiter.forget('k')
  await second?.limiter.add('k', 2, 60_000)
  expect((await first?.limiter.peek('k', 1, 60_000))?.isAllowed).toBe(false)
})

it('nobody is asked about what has no limit', () => {
  expect(workers[0]?.limiter.take('k', 0, 60_000)).toEqual({ isAllowed: true, retryAfterSeconds: 0 })
})

it('tokens per minute are one budget for all workers', async () => {
  const [first, second] = workers
  expect((await first?.tokenLimiter.reserve(share('a', 60)))?.isAllowed).toBe(true)
  expect((await second?.tokenLimiter.reserve(share('b', 60)))?.isAllowed).toBe(false)
  await first?.tokenLimiter.correct(share('a', 60), 10)
  expect((await second?.tokenLimiter.reserve(share('b', 60)))?.isAllowed).toBe(true)
})

it('a wallet has one uncovered call, whichever worker serves it, until it ends or its worker does', async () => {
  const [first, second] = workers
  expect(await first?.uncovered.begin(7)).toBe(true)
  expect(await second?.uncovered.begin(7)).toBe(false)
  expect(await second?.uncovered.begin(8)).toBe(true)
  first?.uncovered.end(7)
  expect(await second?.uncovered.begin(7)).toBe(true)
  second?.end()
  expect([await first?.uncovered.begin(7), await first?.uncovered.begin(8)]).toEqual([true, true])
})

it('a worker without its supervisor counts for itself', async () => {
  const [first] = workers
  first?.cut()
  expect((await first?.limiter.take('k', 1, 60_000))?.isAllowed).toBe(true)
  expect((await first?.limiter.take('k', 1, 60_000))?.isAllowed).toBe(false)
})
