import { describe, expect, it } from 'vitest'
import { mailboxKey } from '../../../src/daemon/accounts/email-address.ts'
import { noteMailbox } from '../../../src/daemon/accounts/gift-mailboxes.ts'
import { listMigrations } from '../../../src/daemon/db/migrate.ts'
import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { engines, freshPlace, openHere } from './fresh-store.ts'

const spellings = [
  ['Ann.Lee@gmail.com', 'annlee@gmail.com'],
  ['a.n.n.l.e.e+spam@googlemail.com', 'annlee@gmail.com'],
  ['ann.lee+x@corp.example', 'ann.lee@corp.example'],
  ['Bob@Corp.example', 'bob@corp.example'],
  ['+odd@corp.example', '+odd@corp.example'],
] as const

it.each(spellings)('M10: %s is the mailbox %s', (email, key) => {
  expect(mailboxKey(email)).toBe(key)
})

describe.each(engines)('the mailboxes that have had gifts on %s', (engine) => {
  it('M10: are those of all accounts there are when the table is made, by the same rule', async () => {
    const place = await freshPlace(engine)
    const earlier = listMigrations().filter(({ name }) => !name.includes('gift_mailboxes'))
    const first = await openDatabase({ ...place, migrations: earlier })
    for (const [index, [email]] of spellings.entries())
      await first.knex('users').insert({
        username: `u${index}`,
        email,
        email_key: email.toLowerCase(),
        created_time: 1,
      })
    await first.knex('users').insert({ username: 'none', created_time: 1 })
    await first.close()
    const { knex } = await openHere(place)
    expect((await knex('gift_mailboxes').pluck('mailbox_key')).sort()).toEqual(
      [...new Set(spellings.map(([, key]) => key))].sort(),
    )
  })

  it('M10: of several sign-ups at once, one is the first of its mailbox', async () => {
    const { knex } = await openHere(await freshPlace(engine))
    await knex('users').insert({ username: 'ada', created_time: 1 })
    const notes = await Promise.all(
      ['a.da@gmail.com', 'ada+1@gmail.com', 'ada@googlemail.com'].map((email) =>
        knex.transaction((trx) => noteMailbox(trx, email, 1)),
      ),
    )
    expect(notes.filter(Boolean)).toHaveLength(1)
  })
})
