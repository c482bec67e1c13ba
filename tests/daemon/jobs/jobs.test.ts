import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startJobs } from '../../../src/daemon/jobs/jobs.ts'
import { WATCH_EVERY_MS } from '../../../src/daemon/tasks/watch-tasks.ts'

type Needs = Parameters<typeof startJobs>[0]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('of several workers one does the timed work, another once it has ended; each stores its own counts', async () => {
  const did: string[] = []
  const isFirst = { one: true, two: false }
  const start = (name: keyof typeof isFirst) =>
    startJobs({
      siblings: { isFirst: () => isFirst[name] },
      tasks: { pass: async () => void did.push(`${name} watches tasks`) },
      // Jobs that need a store fail.
      log: { warn: () => undefined },
      attempts: { flush: async () => void did.push(`${name} stores counts`) },
    } as unknown as Needs)
  const [one, two] = [start('one'), start('two')]
  await vi.advanceTimersByTimeAsync(WATCH_EVERY_MS)
  expect(did.sort()).toEqual(['one stores counts', 'one watches tasks', 'two stores counts'])
  did.length = 0
  one.stop()
  isFirst.two = true
  await vi.advanceTimersByTimeAsync(WATCH_EVERY_MS)
  expect(new Set(did)).toEqual(new Set(['two stores counts', 'two watches tasks']))
  two.stop()
})
