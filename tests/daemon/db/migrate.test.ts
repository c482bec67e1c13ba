import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { listMigrations, type Migration } from '../../../src/daemon/db/migrate.ts'
import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { engines, freshPlace, openHere } from './fresh-store.ts'

const shipped = listMigrations()

const addColumn: Migration = {
  name: '29990101000000_add_nickname.js',
  load: () => ({
    up: (knex) => knex.schema.alterTable('users', (table) => table.text('nickname').defaultTo('none')),
    down: (knex) => knex.schema.alterTable('users', (table) => table.dropColumn('nickname')),
  }),
}

const failHalfway: Migration = {
  name: '29990102000000_fail_halfway.js',
  load: () => ({
    async up(knex) {
      await knex.raw('CREATE TABLE half (id INTEGER)')
      await knex('users').update({ display_name: 'spoilt' })
      await knex.raw('INSERT INTO nowhere VALUES (1)')
    },
    down: async () => undefined,
  }),
}

const completed = (database: Database): Promise<string[]> =>
  database.knex('knex_migrations').orderBy('id').pluck('name')

/** Adds a row to every table that refers to users or money, as in an installation in use. */
async function fill({ knex }: Database): Promise<void> {
  await knex('users').insert({ username: 'ada', display_name: 'Ada', created_time: 1 })
  await knex('tokens').insert({ user_id: 1, name: 't', key_hash: 'h', key_ciphertext: 'c', created_time: 1 })
  await knex('wallets').insert({ user_id: 1, kind: 1, balance: 500_000_000 })
  await knex('entries').insert({
    user_id: 1,
    wallet_kind: 1,
    wseq: 1,
    kind: 15,
    ref: 'open',
    delta: 500_000_000,
    balance_after: 500_000_000,
    at_ms: 1,
  })
}

describe.each(engines)('the schema on %s', (engine) => {
  it('is made at the first start and left alone at the next, recorded by file name with extension', async () => {
    const place = await freshPlace(engine)
    await (await openDatabase(place)).close()
    const database = await openHere(place)
    expect(await completed(database)).toEqual(shipped.map(({ name }) => name))
    expect(await completed(database)).toContain('20261120100000_create_core.js')
  })

  it('goes up with data in it', async () => {
    const place = await freshPlace(engine)
    const first = await openDatabase(place)
    await fill(first)
    await first.close()
    const { knex } = await openHere({ ...place, migrations: [...shipped, addColumn] })
    expect(await knex('users').first('display_name', 'nickname')).toEqual({
      display_name: 'Ada',
      nickname: 'none',
    })
    expect(await knex('wallets').pluck('balance')).toEqual([500_000_000])
  })

  it('goes down to nothing and up again', async () => {
    const { knex } = await openHere(await freshPlace(engine))
    for (const migration of [...shipped].reverse()) {
      const { down } = await migration.load()
      await knex.transaction(async (trx) => down?.(trx))
    }
    expect(await knex.schema.hasTable('users')).toBe(false)
    for (const migration of shipped) {
      const { up } = await migration.load()
      await knex.transaction(async (trx) => up(trx))
    }
    expect(await knex('users').select()).toEqual([])
  })

  it('loses the labels of objects on the way down to the change that made them, and nothing else', async () => {
    const database = await openHere(await freshPlace(engine))
    const { knex } = database
    await fill(database)
    await knex('owners').insert({ kind: 'token', ref: '1', owner: 'infra/prod', updated_time: 1 })
    const owners = shipped.find(({ name }) => name.endsWith('_create_owners.js'))
    const { up, down } = (await owners?.load()) ?? {}
    await knex.transaction(async (trx) => down?.(trx))
    expect(await knex.schema.hasTable('owners')).toBe(false)
    expect(await knex('tokens').pluck('name')).toEqual(['t'])
    await knex.transaction(async (trx) => up?.(trx))
    await knex('owners').insert({ kind: 'token', ref: '1', owner: 'infra/prod', updated_time: 2 })
    expect(await knex('owners').pluck('updated_time')).toEqual([2])
  })

  it('is refused when it is newer than the program, naming the change, and left as it was', async () => {
    const place = await freshPlace(engine)
    await (await openDatabase({ ...place, migrations: [...shipped, addColumn] })).close()
    await expect(openDatabase(place)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/newer version of Tollgate .*29990101000000_add_nickname\.js.* backup/),
    })
    const database = await openHere({ ...place, migrations: [...shipped, addColumn] })
    expect(await completed(database)).toContain(addColumn.name)
  })

  it('is as it was after a change that fails, and the next start resumes', async () => {
    const place = await freshPlace(engine)
    const first = await openDatabase(place)
    await fill(first)
    await first.close()
    const failing = openDatabase({ ...place, migrations: [...shipped, addColumn, failHalfway] })
    const error = await failing.catch((each: unknown) => each)
    expect(error).toMatchObject({ name: 'StartError', exitCode: 1 })
    expect(String(error)).toMatch(
      /^StartError: The schema change "29990102000000_fail_halfway\.js" failed and was undone: [^\n]*nowhere[^\n]*\.$/,
    )
    expect(String(error)).not.toMatch(/INSERT INTO/i)

    const database = await openHere({ ...place, migrations: [...shipped, addColumn] })
    expect(await database.knex.schema.hasTable('half')).toBe(false)
    expect(await database.knex('users').first('display_name', 'nickname')).toEqual({
      display_name: 'Ada',
      nickname: 'none',
    })
  })

  it('goes on where a killed process left the lock row of the migrations behind', async () => {
    const place = await freshPlace(engine)
    const first = await openDatabase(place)
    await first.knex('knex_migrations_lock').update({ is_locked: 1 })
    await first.close()
    const { knex } = await openHere({ ...place, migrations: [...shipped, addColumn] })
    expect(await knex.schema.hasColumn('users', 'nickname')).toBe(true)
  })

  it.each([0, 1, 20, 40])(
    'is made by the next start after kill -9 at statement %i of the first',
    async (statements) => {
      const place = await freshPlace(engine)
      const script = join(import.meta.dirname, 'die-while-migrating.ts')
      const child = spawn(process.execPath, [
        script,
        place.dataDir,
        String(statements),
        place.databaseUrl ?? '',
      ])
      const [, signal] = await once(child, 'exit')
      expect(signal).toBe('SIGKILL')
      const database = await openHere(place)
      expect(await completed(database)).toEqual(shipped.map(({ name }) => name))
      await fill(database)
    },
  )

  it('keeps the journal append-only', async () => {
    const database = await openHere(await freshPlace(engine))
    await fill(database)
    await expect(database.knex('entries').update({ delta: 1 })).rejects.toThrow('append-only')
    await expect(database.knex('entries').del()).rejects.toThrow('append-only')
  })
})

describe('several daemons on one PostgreSQL database', () => {
  it('start at once: one makes the schema, all share it and one key', async () => {
    const place = { ...(await freshPlace('postgres')), secretKey: 'ab'.repeat(32) }
    const databases = await Promise.all([1, 2, 3].map(() => openHere(place)))
    const [one, two] = databases
    if (!one || !two) throw new Error('unreachable')
    expect(await completed(one)).toEqual(shipped.map(({ name }) => name))
    expect(two.secrets.open(one.secrets.seal('shared', 'channel:key'), 'channel:key')).toBe('shared')
    expect(new Set(databases.map(({ instanceId }) => instanceId)).size).toBe(3)
  })
})
