import { describe, expect, it } from 'vitest'
import { isUniqueViolation } from '../../../src/daemon/db/violations.ts'
import { engines, openFresh } from './fresh-store.ts'

const user = (username: string) => ({ username, created_time: 1 })
const beyondNumbers = 2n ** 60n + 1n

describe.each(engines)('knex on %s', (engine) => {
  const open = async () => (await openFresh(engine)).knex

  it('answers an insert with the columns that were asked for', async () => {
    const knex = await open()
    expect(await knex('users').insert(user('ada')).returning(['id', 'username', 'role'])).toEqual([
      { id: 1, username: 'ada', role: 1 },
    ])
  })

  it('inserts thousands of rows in one statement and returns every id', async () => {
    const knex = await open()
    const rows = Array.from({ length: 2000 }, (_, index) => user(`u${index}`))
    const inserted = await knex('users').insert(rows).returning('id')
    expect(inserted.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 1))
  })

  it('fills columns that some rows of an insert leave out with their default', async () => {
    const knex = await open()
    await knex('users').insert([user('a'), { ...user('b'), email_key: 'b@x' }])
    expect(await knex('users').orderBy('id').pluck('email_key')).toEqual([null, 'b@x'])
  })

  it('counts changed rows, and returns them when asked', async () => {
    const knex = await open()
    await knex('users').insert([user('a'), user('b')])
    expect(await knex('users').update({ status: 2 })).toBe(2)
    expect(await knex('users').where({ username: 'a' }).update({ status: 3 }).returning('status')).toEqual([
      { status: 3 },
    ])
    expect(await knex('users').where({ username: 'a' }).increment('aff_count', 5)).toBe(1)
    expect(await knex('users').where({ username: 'a' }).del().returning(['username', 'aff_count'])).toEqual([
      { username: 'a', aff_count: 5 },
    ])
    expect(await knex('users').del()).toBe(1)
  })

  it('merges and ignores on conflict, for one row and for several', async () => {
    const knex = await open()
    const option = (key: string, value: string) => ({ key, value, updated_ms: 1 })
    await knex('options').insert([option('a', '1'), option('b', '1')])
    await knex('options').insert(option('a', '2')).onConflict('key').merge()
    await knex('options')
      .insert([option('b', '3'), option('c', '3')])
      .onConflict('key')
      .merge(['value'])
    await knex('options')
      .insert([option('a', '4'), option('d', '4')])
      .onConflict('key')
      .ignore()
    expect(await knex('options').orderBy('key').pluck('value')).toEqual(['2', '3', '3', '4'])
  })

  it('stores booleans as 0 and 1, null as null and whole numbers in text columns without a point', async () => {
    const knex = await open()
    await knex('options').insert({
      key: 'n',
      value: 5,
      is_secret: engine === 'sqlite' ? true : 1,
      updated_ms: 1,
    })
    await knex('users').insert({ ...user('a'), password_hash: null })
    expect(await knex('options').first('value', 'is_secret')).toEqual({ value: '5', is_secret: 1 })
    expect(await knex('users').first('password_hash')).toEqual({ password_hash: null })
  })

  it('never rounds an integer: safe ones are Numbers, larger ones BigInt', async () => {
    const knex = await open()
    await knex('changes').insert([
      { kind: 'k', at_ms: Number.MAX_SAFE_INTEGER },
      { kind: 'k', at_ms: beyondNumbers },
    ])
    expect(await knex('changes').orderBy('id').pluck('at_ms')).toEqual([
      Number.MAX_SAFE_INTEGER,
      beyondNumbers,
    ])
    expect(
      await knex('changes').where({ at_ms: beyondNumbers }).update({ kind: 'x' }).returning('at_ms'),
    ).toEqual([{ at_ms: beyondNumbers }])
  })

  it('divides whole numbers as the database does', async () => {
    const knex = await open()
    await knex('changes').insert({ kind: 'k', at_ms: 7 })
    expect(await knex('changes').first(knex.raw('at_ms / ? as half', [2]))).toEqual({ half: 3 })
  })

  it('shows a commit to the next query', async () => {
    const knex = await open()
    for (let count = 1; count <= 200; count++) {
      await knex('changes').insert({ kind: 'k', at_ms: count })
      expect(await knex('changes').max({ newest: 'at_ms' })).toEqual([{ newest: count }])
    }
  })

  it('keeps a transaction to itself until it commits, and sees its own writes inside', async () => {
    const knex = await open()
    await knex.transaction(async (trx) => {
      await trx('users').insert(user('a'))
      expect(await trx('users').pluck('username')).toEqual(['a'])
      expect(await knex('users').pluck('username')).toEqual([])
    })
    expect(await knex('users').pluck('username')).toEqual(['a'])
  })

  it('undoes a transaction that throws', async () => {
    const knex = await open()
    const failing = knex.transaction(async (trx) => {
      await trx('users').insert(user('a'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await knex('users').pluck('username')).toEqual([])
  })

  it('undoes only the inner one of nested transactions', async () => {
    const knex = await open()
    await knex.transaction(async (trx) => {
      await trx('users').insert(user('outer'))
      const inner = trx.transaction(async (nested) => {
        await nested('users').insert(user('inner'))
        throw new Error('no')
      })
      await expect(inner).rejects.toThrow('no')
    })
    expect(await knex('users').pluck('username')).toEqual(['outer'])
  })

  it('gives a read-only transaction one unchanging view and refuses its writes', async () => {
    const knex = await open()
    await knex.transaction(
      async (trx) => {
        expect(await trx('users').pluck('username')).toEqual([])
        await knex('users').insert(user('later'))
        expect(await trx('users').pluck('username')).toEqual([])
        await expect(trx('users').insert(user('mine'))).rejects.toThrow(/read-?only/)
      },
      { readOnly: true, isolationLevel: 'repeatable read' },
    )
    expect(await knex('users').pluck('username')).toEqual(['later'])
  })

  it('names a unique violation as such, without the values in its text', async () => {
    const knex = await open()
    await knex('users').insert(user('secret-name'))
    const error = await knex('users')
      .insert(user('secret-name'))
      .catch((each: unknown) => each)
    expect(isUniqueViolation(error)).toBe(true)
    expect(String(error)).not.toContain('secret-name')
    expect(
      isUniqueViolation(
        await knex('nowhere')
          .select()
          .catch((each: unknown) => each),
      ),
    ).toBe(false)
  })

  it('enforces foreign keys', async () => {
    const knex = await open()
    const orphan = { id_hash: 'h', user_id: 42, created_ms: 1, expires_ms: 1 }
    await expect(knex('sessions').insert(orphan)).rejects.toThrow(/foreign key/i)
  })

  it('builds and inspects tables', async () => {
    const knex = await open()
    await knex.schema.createTable('extra', (table) => {
      table.increments('id')
      table.string('name').notNullable().unique()
    })
    await knex.schema.alterTable('extra', (table) => table.integer('size').defaultTo(7))
    await knex('extra').insert({ name: 'a' })
    expect(await knex('extra').first()).toEqual({ id: 1, name: 'a', size: 7 })
    expect(await knex.schema.hasColumn('extra', 'size')).toBe(true)
    await knex.schema.dropTable('extra')
    expect(await knex.schema.hasTable('extra')).toBe(false)
  })
})
