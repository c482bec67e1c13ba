import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchForLife } from '../../../src/daemon/workers/signs-of-life.ts'
import { workerWords } from '../../../src/daemon/workers/words.ts'
import { linked } from './linked.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Watches a paused worker, which answers only after `resume`. */
function watch(isDebugged = false) {
  const { worker, supervisor } = linked()
  let paused: PromiseWithResolvers<void> | undefined
  worker.serve(workerWords.alive, async () => {
    await paused?.promise
    return isDebugged
  })
  const onFrozen = vi.fn()
  const stop = watchForLife(supervisor, onFrozen)
  return {
    onFrozen,
    stop,
    pause: () => {
      paused = Promise.withResolvers()
    },
    resume: () => paused?.resolve(),
    pass: async (seconds: number) => {
      for (let each = 0; each < seconds; each += 1) {
        await vi.advanceTimersByTimeAsync(1_000)
        // Messages on the link take some turns of the event loop.
        for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

it('a worker that never answers again is reported once, after a minute', async () => {
  const { onFrozen, pause, pass } = watch()
  await pass(60)
  pause()
  await pass(59)
  expect(onFrozen).not.toHaveBeenCalled()
  await pass(120)
  expect(onFrozen).toHaveBeenCalledTimes(1)
})

it('a worker that answers late has its whole minute each time', async () => {
  const { onFrozen, pause, resume, pass } = watch()
  for (let times = 0; times < 3; times += 1) {
    pause()
    await pass(55)
    resume()
    await pass(5)
  }
  expect(onFrozen).not.toHaveBeenCalled()
})

it('a worker that a debugger stops, or that has ended, is not reported', async () => {
  const debugged = watch(true)
  const ended = watch()
  await debugged.pass(10)
  debugged.pause()
  ended.pause()
  ended.stop()
  await debugged.pass(120)
  expect(debugged.onFrozen).not.toHaveBeenCalled()
  expect(ended.onFrozen).not.toHaveBeenCalled()
})
