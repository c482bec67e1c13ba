import { describe, expect, it } from 'vitest'
import { usernameKey } from '../../../src/daemon/accounts/account-rules.ts'
import { listMigrations } from '../../../src/daemon/db/migrate.ts'
import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { engines, freshPlace, openHere } from './fresh-store.ts'

/** Usernames in the order of their accounts. */
const names = [
  'admin',
  'Admin',
  'ＡＤＭＩＮ',
  'ad\u00ADmin',
  'Straße',
  'STRASSE',
  'ΝΙΚΟΣ',
  'νικοσ',
  '管理员',
  'ﬁne',
  'fine',
]

it.each([
  ['Admin', 'admin'],
  ['ＡＤＭＩＮ', 'admin'],
  ['ad\u200Bmin', 'admin'],
  ['STRASSE', 'straße'],
  ['νικος', 'ΝΙΚΟΣ'],
  ['①', '1'],
])('%j and %j are one name', (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other))
})

it.each([
  ['admin', 'admin1'],
  ['Müller', 'Muller'],
  ['管理员', '管理員'],
])('%j and %j are two names', (one, other) => {
  expect(usernameKey(one)).not.toBe(usernameKey(other))
})

describe.each(engines)('a store from before names were folded, on %s', (engine) => {
  it('keeps every account and its name; of those that look alike the oldest has the key', async () => {
    const place = await freshPlace(engine)
    const earlier = listMigrations().filter(({ name }) => !name.includes('fold_usernames'))
    const first = await openDatabase({ ...place, migrations: earlier })
    for (const username of names) await first.knex('users').insert({ username, created_time: 1 })
    // More rows than one page of the migration.
    const more = Array.from({ length: 1100 }, (_, index) => ({ username: `U${index}`, created_time: 1 }))
    await first.knex.batchInsert('users', more, 200)
    await first.close()

    const { knex } = await openHere(place)
    const rows = await knex('users').orderBy('id').select('username', 'username_key')
    const given = new Set<string>()
    for (const { username, username_key } of rows) {
      const key = usernameKey(username)
      expect([username, username_key]).toEqual([username, given.has(key) ? null : key])
      given.add(key)
    }
    expect(rows).toHaveLength(names.length + 1100)
    expect(rows.filter(({ username_key }) => username_key === null)).toHaveLength(6)
  })
})
