import { afterEach, expect, it } from 'vitest'
import { endLease, takeLease } from '../../../src/daemon/tasks/lease.ts'
import { openPrivate } from '../ledger/databases.ts'

let remove: (() => Promise<void>) | undefined
afterEach(() => remove?.())

const by = (instanceId: string) => ({ name: 'work', instanceId, forMs: 45_000 })

it('PostgreSQL: one daemon has the work until it gives it back or falls silent, by the clock of the database', async () => {
  const made = await openPrivate('postgres', 'lease')
  remove = made.remove
  const { knex } = made.database
  const races = await Promise.all(['a', 'b', 'c', 'd'].map((id) => takeLease(knex, by(id))))
  expect(races.filter(Boolean)).toHaveLength(1)
  const holder = ['a', 'b', 'c', 'd'][races.indexOf(true)] ?? ''
  expect(await takeLease(knex, by(holder))).toBe(true)
  expect(await takeLease(knex, by('other'))).toBe(false)
  const { rows } = await knex.raw(
    'SELECT until_ms - (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS left FROM leases',
  )
  expect(Number(rows[0].left)).toBeGreaterThan(30_000)
  expect(Number(rows[0].left)).toBeLessThanOrEqual(45_000)
  await knex('leases').update({ until_ms: knex.raw('until_ms - 45001') })
  expect(await takeLease(knex, by('other'))).toBe(true)
  expect(await takeLease(knex, by(holder))).toBe(false)
  await endLease(knex, by(holder))
  expect(await takeLease(knex, by(holder))).toBe(false)
  await endLease(knex, by('other'))
  expect(await takeLease(knex, by(holder))).toBe(true)
})

it('SQLite: the file belongs to one daemon, which waits for no predecessor', async () => {
  const made = await openPrivate('sqlite', 'lease')
  remove = made.remove
  const { knex } = made.database
  expect(await takeLease(knex, by('a'))).toBe(true)
  expect(await takeLease(knex, by('b'))).toBe(true)
})
