import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Request, ThreadOptions } from '../../../../src/daemon/db/sqlite/messages.ts'
import { PATIENCE_MS, ReaderPool } from '../../../../src/daemon/db/sqlite/reader-pool.ts'
import { openSqliteStore } from '../../../../src/daemon/db/sqlite/store.ts'
import { startThread, type Thread } from '../../../../src/daemon/db/thread.ts'
import { freshDirectory } from '../fresh-store.ts'

const onFatal = (error: Error) => {
  throw error
}

const run = (thread: Thread, sql: string): Promise<unknown> =>
  thread.call((call): Request => ({ kind: 'run', call, lease: 0, sql, bindings: [] }))

const select = (thread: Thread): Promise<unknown> => run(thread, 'SELECT 1 AS one')

/** Runs a query that takes some hundreds of milliseconds. */
const count = (thread: Thread): Promise<unknown> =>
  run(
    thread,
    'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000) SELECT count(*) FROM n',
  )

async function open(isUnusable = () => false) {
  const file = join(freshDirectory(), 'store.db')
  const store = await openSqliteStore({ file, onFatal })
  onTestFinished(() => store.close())
  let starts = 0
  const start = async (): Promise<Thread> => {
    starts += 1
    if (isUnusable()) throw new Error('no more threads')
    const workerData: ThreadOptions = { role: 'reader', file, busyTimeoutMs: 5_000, waitMs: 5_000 }
    const from = new URL('../../../../src/daemon/db/sqlite/store.ts', import.meta.url).href
    const thread = startThread(from, { entry: './database-thread', name: 'reader' }, workerData, onFatal)
    await thread.call((call): Request => ({ kind: 'open', call }))
    return thread
  }
  const first = await start()
  // The pool's own check for idle readers never runs: on a busy machine it would come between a test's queries.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const pool = new ReaderPool(first, 2, start)
  vi.useRealTimers()
  onTestFinished(() => pool.close())
  /** Runs more queries at once than the pool leaves to one reader. */
  const askMuch = () => Promise.all([1, 2, 3, 4].map(() => count(pool.take())))
  const untilSize = (size: number) => vi.waitFor(() => expect(pool.size).toBe(size), 60_000)
  return { pool, askMuch, untilSize, starts: () => starts }
}

describe('the readers of a store', () => {
  it('are one until it has much to do, and one again once the others had nothing to do', async () => {
    const { pool, askMuch, untilSize } = await open()
    await select(pool.take())
    expect(pool.size).toBe(1)
    await askMuch()
    await untilSize(2)
    await askMuch()
    await pool.retire()
    expect(pool.size).toBe(2)
    await pool.retire()
    expect(pool.size).toBe(1)
    expect(await select(pool.take())).toMatchObject({ rows: [{ one: 1 }] })
  })

  it('are one, however many statements come at once, as long as each is answered soon', async () => {
    const { pool, starts } = await open()
    // Each is answered within the time after which the pool considers statements slow.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await Promise.all([1, 2, 3, 4].map(() => select(pool.take())))
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(PATIENCE_MS)
    await new Promise((resolve) => setImmediate(resolve))
    expect(starts()).toBe(1)
    expect(pool.size).toBe(1)
  })

  it('are one again once the first has time for what the others took', async () => {
    const { pool, askMuch, untilSize } = await open()
    await askMuch()
    await untilSize(2)
    await pool.retire()
    const first = pool.take()
    const waiting = select(first)
    const other = pool.take()
    expect(other).not.toBe(first)
    await Promise.all([waiting, select(other)])
    await pool.retire()
    expect(pool.size).toBe(1)
  })

  it('stay as long as a transaction lives in them', async () => {
    const { pool, askMuch, untilSize } = await open()
    const first = pool.hold()
    await askMuch()
    await untilSize(2)
    // The busy reader is the first one.
    const waiting = select(first.thread)
    const second = pool.hold()
    await waiting
    expect(second.thread).not.toBe(first.thread)
    await pool.retire()
    await pool.retire()
    expect(pool.size).toBe(2)
    second.free()
    await pool.retire()
    expect(pool.size).toBe(1)
    first.free()
  })

  it('go on with what there is when another cannot be started', async () => {
    let isFull = false
    const { pool, askMuch } = await open(() => isFull)
    isFull = true
    expect(await askMuch()).toHaveLength(4)
    expect(await askMuch()).toHaveLength(4)
    expect(pool.size).toBe(1)
  })
})
