import { copyFileSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { openUnbooked } from '../../../src/daemon/db/unbooked.ts'
import { createLedger } from '../../../src/daemon/ledger/ledger.ts'
import type { Operation } from '../../../src/daemon/ledger/operations.ts'
import { runner } from '../ledger/databases.ts'
import { log } from '../ledger/history.ts'
import { reserve, settle } from '../ledger/requests.ts'
import { openAccounts } from '../ledger/stores.ts'
import { engines, freshDirectory, freshPlace, openHere } from './fresh-store.ts'

async function openWithMoney(engine: Database['engine'], dataDir = freshDirectory()) {
  const place = await freshPlace(engine)
  const database = await openHere({ ...place, secretKey: 'ab'.repeat(32) })
  await openAccounts(runner(database), [{ userId: 1, balance: 10_000n, tokens: [{ id: 1, limit: null }] }])
  const ledger = createLedger(await database.createLedgerEngine())
  const said: string[] = []
  const note = (_: unknown, text: string) => void said.push(text)
  const { knex, secrets, instanceId } = database
  const unbooked = await openUnbooked({
    dataDir,
    knex,
    secrets,
    instanceId,
    log: { warn: note, error: note } as never,
  })
  const wallet = () => knex('wallets').where({ user_id: 1, kind: 1 }).first('balance', 'held', 'requests')
  const files = () => readdirSync(dataDir).filter((name) => name.startsWith('unbooked-'))
  return { dataDir, database, ledger, unbooked, wallet, files, said }
}

const charges = (...ids: string[]): Operation[] =>
  ids.map((id) => settle(id, 70, { log: { ...log(id, 1, 2, 20), username: 'anna', ip: '192.0.2.7' } }))

describe.each(engines)('what could not be booked (%s)', (engine) => {
  it('reliability 7: is kept sealed, for its owner only, and booked once at the next start', async () => {
    const { dataDir, ledger, unbooked, wallet, files } = await openWithMoney(engine)
    await ledger.submit(reserve('a', 100))
    await unbooked.keep(charges('a', 'b'))
    const [name = ''] = files()
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, name), 'utf8')).not.toMatch(/anna|192\.0\.2|settle/)
    expect(await wallet()).toMatchObject({ balance: 10_000, held: 100 })
    copyFileSync(join(dataDir, name), join(dataDir, 'copy'))
    await unbooked.book(ledger)
    expect(await wallet()).toEqual({ balance: 9_860, held: 0, requests: 2 })
    expect(files()).toEqual([])
    // Like after a start that was killed before it deleted the file.
    renameSync(join(dataDir, 'copy'), join(dataDir, name))
    await unbooked.book(ledger)
    expect(await wallet()).toEqual({ balance: 9_860, held: 0, requests: 2 })
    expect(files()).toEqual([])
  })

  it('reliability 7: counts line by line when the file is cut or was changed, and the rest is kept aside', async () => {
    const { dataDir, ledger, unbooked, wallet, files, said } = await openWithMoney(engine)
    await unbooked.keep(charges('a', 'b', 'c'))
    const path = join(dataDir, files()[0] ?? '')
    const [first = '', second = '', third = ''] = readFileSync(path, 'utf8').split('\n')
    writeFileSync(
      path,
      `${first}\n${second.slice(0, 100)}${second[100] === 'A' ? 'B' : 'A'}${second.slice(101)}\n${third.slice(0, 200)}`,
    )
    await unbooked.book(ledger)
    expect(await wallet()).toMatchObject({ balance: 9_930 })
    expect(files()).toEqual([expect.stringMatching(/\.damaged$/)])
    expect(said.at(-1)).toContain('cannot be read')
    await unbooked.book(ledger)
    expect(await wallet()).toMatchObject({ balance: 9_930 })
  })

  it('reliability 7: is not booked into another database that uses the same directory', async () => {
    const one = await openWithMoney(engine)
    const other = await openWithMoney(engine, one.dataDir)
    await one.unbooked.keep(charges('a'))
    await other.unbooked.book(other.ledger)
    expect(await other.wallet()).toMatchObject({ balance: 10_000 })
    await one.unbooked.book(one.ledger)
    expect(await one.wallet()).toMatchObject({ balance: 9_930 })
  })
})
