import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Knex } from 'knex'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKnexLog } from '../../../../src/daemon/db/knex-log.ts'
import { createSqliteKnex } from '../../../../src/daemon/db/sqlite/dialect.ts'
import { openSqliteStore, type SqliteStoreOptions } from '../../../../src/daemon/db/sqlite/store.ts'
import { isStorageUnavailable } from '../../../../src/daemon/db/violations.ts'
import { freshDirectory } from '../fresh-store.ts'

const failure = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  )

async function open(options: Partial<SqliteStoreOptions> = {}) {
  const file = join(freshDirectory(), 'store.db')
  const store = await openSqliteStore({
    file,
    onFatal: (error) => {
      throw error
    },
    ...options,
  })
  const knex = createSqliteKnex(store, createKnexLog(undefined))
  onTestFinished(() => knex.destroy())
  await knex.raw('CREATE TABLE names (name TEXT PRIMARY KEY) STRICT')
  const names = (): Promise<string[]> => knex('names').orderBy('name').pluck('name')
  return { file, store, knex, names }
}

/** Opens a transaction that stays open until the test ends it. */
async function openTransaction(knex: Knex, name: string): Promise<Knex.Transaction> {
  const trx = await knex.transaction()
  await trx('names').insert({ name })
  return trx
}

describe('the SQLite store', () => {
  it('commits to disk before it answers, in a write-ahead log, with foreign keys on', async () => {
    const { knex } = await open()
    const pragma = async (name: string) => Object.values((await knex.raw(`PRAGMA ${name}`))[0])[0]
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
    expect(await pragma('wal_autocheckpoint')).toBe(4000)
  })

  it('serves queries while a transaction is open', async () => {
    const { knex, names } = await open()
    const trx = await openTransaction(knex, 'a')
    expect(await names()).toEqual([])
    await trx.commit()
    expect(await names()).toEqual(['a'])
  })

  it('keeps a statement from outside out of an open transaction', async () => {
    const { knex, names } = await open()
    const trx = await openTransaction(knex, 'inside')
    const outside = knex('names').insert({ name: 'outside' }).then()
    expect(await trx('names').pluck('name')).toEqual(['inside'])
    await trx.rollback()
    await outside
    expect(await names()).toEqual(['outside'])
  })

  it('gives transactions their turns in the order in which they asked', async () => {
    const { knex } = await open()
    const order: number[] = []
    await Promise.all(
      [1, 2, 3, 4, 5].map((each) =>
        knex.transaction(async (trx) => {
          order.push(each)
          await trx('names').insert({ name: String(each) })
        }),
      ),
    )
    expect(order).toEqual([1, 2, 3, 4, 5])
  })

  it('ends a transaction that does not end, undoes it, and says so to its owner', async () => {
    const { store, knex, names } = await open()
    store.limits.writeMs = 1_000
    const trx = await openTransaction(knex, 'stuck')
    await knex('names').insert({ name: 'next' })
    const error = await failure(trx('names').insert({ name: 'more' }))
    expect(error).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      message: expect.stringContaining('after 1000 ms'),
    })
    expect(isStorageUnavailable(error)).toBe(true)
    // knex reports a failed commit through this promise, not to the caller of commit.
    const ended = failure(trx.executionPromise)
    await trx.commit()
    expect(await ended).toMatchObject({ code: 'TRANSACTION_EXPIRED' })
    expect(await names()).toEqual(['next'])
  })

  it('refuses a write that does not get its turn in time', async () => {
    const { store, knex, names } = await open({ waitMs: 500 })
    store.limits.writeMs = 0
    const trx = await openTransaction(knex, 'holder')
    const error = await failure(knex('names').insert({ name: 'waiter' }))
    expect(error).toMatchObject({ code: 'WRITER_BUSY' })
    expect(isStorageUnavailable(error)).toBe(true)
    await trx.commit()
    expect(await names()).toEqual(['holder'])
  })

  it('undoes and frees what a connection left open when it is given back', async () => {
    const { store, knex, names } = await open()
    store.limits.writeMs = 0
    const connection = store.connection()
    await connection.execute('BEGIN IMMEDIATE', [])
    await connection.execute('INSERT INTO names VALUES (?)', ['lost'])
    connection.release()
    await knex('names').insert({ name: 'next' })
    expect(await names()).toEqual(['next'])
  })

  it('runs nothing on its own of a transaction that SQLite itself rolled back', async () => {
    const { knex, names } = await open()
    await knex('names').insert({ name: 'taken' })
    const outcome = knex.transaction(async (trx) => {
      await trx('names').insert({ name: 'first' })
      await failure(trx.raw("INSERT OR ROLLBACK INTO names VALUES ('taken')"))
      await failure(trx('names').insert({ name: 'second' }))
    })
    await expect(outcome).rejects.toMatchObject({ code: 'TRANSACTION_EXPIRED' })
    expect(await names()).toEqual(['taken'])
  })

  it('refuses a transaction begun by hand, which would lock out everybody', async () => {
    const { knex, names } = await open()
    await expect(knex.raw('BEGIN EXCLUSIVE')).rejects.toThrow('use knex.transaction')
    await knex('names').insert({ name: 'free' })
    expect(await names()).toEqual(['free'])
  })

  it('refuses a second statement in one text instead of dropping it', async () => {
    const { knex } = await open()
    await expect(knex.raw("INSERT INTO names VALUES ('a'); DELETE FROM names")).rejects.toThrow(
      'one statement',
    )
    await knex.raw("INSERT INTO names VALUES ('a'); ")
  })

  it('refuses values that a column cannot give back', async () => {
    const { knex } = await open()
    await expect(knex.raw('SELECT ? AS value', [Number.NaN])).rejects.toThrow('NaN')
    await expect(knex.raw('SELECT ? AS value', [{ a: 1 }])).rejects.toThrow('cannot be stored')
  })

  it('gives bytes, long integers and reals back as they were', async () => {
    const { knex } = await open()
    const values = [new Uint8Array([0, 255]), 2n ** 63n - 1n, -(2n ** 63n), 0.5, 'ü\0', null, true]
    // knex's types do not include bigint.
    const bindings = values as unknown as string[]
    const [row] = await knex.raw(`SELECT ${values.map((_, index) => `? AS v${index}`).join(', ')}`, bindings)
    expect(Object.values(row)).toEqual([...values.slice(0, -1), 1])
  })

  it('streams rows', async () => {
    const { knex } = await open()
    await knex('names').insert([{ name: 'a' }, { name: 'b' }])
    const streamed: unknown[] = []
    for await (const row of knex('names').orderBy('name').stream()) streamed.push(row.name)
    expect(streamed).toEqual(['a', 'b'])
  })

  it('reads on and refuses writes while another process holds the file, then recovers', async () => {
    const { file, knex, names } = await open({ busyTimeoutMs: 20 })
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    const error = await failure(knex('names').insert({ name: 'a' }))
    expect(isStorageUnavailable(error)).toBe(true)
    expect(await names()).toEqual([])
    other.close()
    await knex('names').insert({ name: 'b' })
    expect(await names()).toEqual(['b'])
  })

  it('survives a full disk and stores nothing of what did not fit', async () => {
    const { knex, names } = await open()
    await knex.raw('PRAGMA max_page_count = 8')
    const filling = knex.transaction(async (trx) => {
      for (let part = 0; part < 100; part++) await trx('names').insert({ name: `${part}${'x'.repeat(3000)}` })
    })
    const error = await failure(filling)
    expect(error).toMatchObject({ errcode: 13 })
    expect(isStorageUnavailable(error)).toBe(true)
    expect(await names()).toEqual([])
    await knex.raw('PRAGMA max_page_count = 1000000')
    await knex('names').insert({ name: 'again' })
    expect(await names()).toEqual(['again'])
  })

  it('ends a read transaction that does not end', async () => {
    const { store, knex } = await open()
    store.limits.readMs = 20
    const trx = await knex.transaction({ readOnly: true })
    let error: unknown
    while (error === undefined) error = await failure(trx('names').select())
    expect(error).toMatchObject({ code: 'TRANSACTION_EXPIRED' })
  })

  it('folds the log into the file when it closes, after the open transaction has ended', async () => {
    const { file, store, knex } = await open()
    const trx = await openTransaction(knex, 'a')
    const closing = store.close()
    await trx.commit()
    await closing
    const alone = new DatabaseSync(file, { readOnly: true })
    expect(alone.prepare('SELECT name FROM names').all()).toEqual([{ name: 'a' }])
    alone.close()
    await expect(knex('names').select()).rejects.toMatchObject({ code: 'STORE_CLOSED' })
  })
})
