import { describe, expect, it, onTestFinished } from 'vitest'
import { startThread } from '../../../src/daemon/db/thread.ts'
import { isStorageUnavailable } from '../../../src/daemon/db/violations.ts'

function start() {
  const fatal: Error[] = []
  const thread = startThread(
    import.meta.url,
    { entry: './thread-that-dies', name: 'dies' },
    undefined,
    (error) => fatal.push(error),
  )
  onTestFinished(() => thread.stop())
  const ask = (die = false): Promise<unknown> => thread.call((call) => ({ call, die }))
  return { thread, fatal, ask }
}

describe('a database thread', () => {
  it('answers each call with its own answer', async () => {
    const { thread, ask } = start()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([0, 1, 2])
    expect(thread.pending).toBe(0)
  })

  it('that dies fails what waits and what follows, and is reported once', async () => {
    const { fatal, ask } = start()
    const waiting = [ask(true), ask()].map((each) => each.catch((error: unknown) => error))
    for (const error of await Promise.all(waiting)) {
      expect(error).toMatchObject({ code: 'THREAD_GONE' })
      expect(isStorageUnavailable(error)).toBe(true)
    }
    await expect(ask()).rejects.toMatchObject({ code: 'THREAD_GONE' })
    expect(fatal).toHaveLength(1)
  })

  it('that is stopped on purpose is no misfortune', async () => {
    const { thread, fatal, ask } = start()
    await ask()
    await thread.stop()
    await expect(ask()).rejects.toMatchObject({ code: 'STORE_CLOSED' })
    expect(fatal).toEqual([])
  })

  it('leaves nothing pending of a call that cannot be sent', async () => {
    const { thread } = start()
    await expect(thread.call(() => ({ notClonable: () => undefined }))).rejects.toThrow('could not be cloned')
    expect(thread.pending).toBe(0)
  })
})
