import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { logsRepository } from '../../../src/daemon/api/logs/logs.repository.ts'
import { createPacking, type PackingDeps } from '../../../src/daemon/call-log/pack-old-rows.ts'
import { pruneQuotes } from '../../../src/daemon/call-log/prune-quotes.ts'
import type { Database } from '../../../src/daemon/db/database.ts'
import { createMeters } from '../../../src/daemon/meters.ts'
import { fillFormerStore, formerMigrations } from '../../support/former-store.ts'
import { type Engine, engines, freshPlace, openHere } from '../db/fresh-store.ts'

const ROWS = 450
const DAY_MS = 86_400_000
const beginMs = 1_790_000_000_000

/** Opens a store that a former version has filled. */
async function openFormer(engine: Engine, rows = ROWS): Promise<Database> {
  const place = { ...(await freshPlace(engine)), secretKey: 'ab'.repeat(32) }
  const former = await openHere({ ...place, migrations: formerMigrations() })
  await fillFormerStore(former, { rows, beginMs })
  await former.close()
  return openHere(place)
}

function depsOf({ engine, knex }: Database, more: Partial<PackingDeps> = {}) {
  const meters = createMeters()
  const clock = { now: () => Date.now() }
  return { engine, knex, clock, meters, log: { info: () => undefined }, ledger: { pending: 0 }, ...more }
}

const forever = () => new AbortController().signal

/** Reads everything that can be read from the log. @returns a hash for each row */
async function readAll({ knex }: Database): Promise<ReadonlyMap<string, string>> {
  const repository = logsRepository(knex)
  const { rows: listed } = await repository.page({}, { page: 1, size: 10_000, offset: 0 })
  const whole = new Map<string, string>()
  for (const row of listed) {
    const { quote_id: _, explanation: none, ...shown } = row
    const rows = await repository.ofRequest(row.request_id ?? '')
    const texts = rows.map(({ quote_id: ref, ...each }) => each)
    whole.set(
      `${row.id}`,
      createHash('sha256')
        .update(JSON.stringify([shown, none, texts]))
        .digest('hex'),
    )
  }
  return whole
}

const packedRows = ({ knex }: Database) => knex('usage_logs').whereNotNull('quote_id').pluck('id')
const isEnded = async ({ knex }: Database) =>
  (await knex('log_packing').whereNotNull('ended_ms').pluck('id')).length === 1
/** Returns the ids of rows whose quote is missing. */
const dangling = ({ knex }: Database) =>
  knex('usage_logs').whereNotNull('quote_id').whereNotIn('quote_id', knex('quotes').select('id')).pluck('id')

describe.each(engines)('rows of a former version on %s', (engine) => {
  it('read the same before, while and after they are packed, and take a fraction of the space', async () => {
    const database = await openFormer(engine)
    const before = await readAll(database)
    expect(before.size).toBe(ROWS)
    const texts = () =>
      database
        .knex('usage_logs')
        .sum({ sum: database.knex.raw('length(other) + length(explanation) + length(content)') })
    const [{ sum: former }] = (await texts()) as [{ sum: number }]
    const deps = depsOf(database)

    const stopping = new AbortController()
    const halfway = { ...deps, log: { info: () => stopping.abort() } }
    await createPacking(halfway)(stopping.signal)
    const some = await packedRows(database)
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(ROWS / 2)
    expect(await isEnded(database)).toBe(false)
    expect(await readAll(database)).toEqual(before)

    await createPacking(deps)(forever())
    expect(await isEnded(database)).toBe(true)
    expect(deps.meters.logRowsToPack).toBe(0)
    expect(await readAll(database)).toEqual(before)
    const left: { type: number; usage_source: string }[] = await database
      .knex('usage_logs')
      .whereNull('quote_id')
      .select('type', 'usage_source')
    expect(left.every((row) => row.type !== 2 || row.usage_source === 'held')).toBe(true)
    expect(left.length).toBeGreaterThan(0)
    expect(await dangling(database)).toEqual([])
    const [{ sum: packed }] = (await texts()) as [{ sum: number }]
    expect(packed).toBeLessThan(former / 10)
  })

  it('are left alone once it is over, and while charges wait for the store', async () => {
    const database = await openFormer(engine, 60)
    const stopping = new AbortController()
    let asked = 0
    const ledger = {
      get pending() {
        asked += 1
        if (asked === 2) stopping.abort()
        return 1_000
      },
    }
    await createPacking(depsOf(database, { ledger }))(stopping.signal)
    expect(asked).toBe(2)
    expect(await packedRows(database)).toEqual([])

    const packing = createPacking(depsOf(database))
    await packing(forever())
    const { after_id: end } = await database.knex('log_packing').first('after_id')
    await database.knex('usage_logs').update({ quote_id: null })
    await packing(forever())
    await createPacking(depsOf(database))(forever())
    expect(await packedRows(database)).toEqual([])
    expect(await database.knex('log_packing').first('after_id')).toEqual({ after_id: end })
  })

  it('end where charges were packed when they were written, however many more there are', async () => {
    const database = await openFormer(engine)
    await createPacking(depsOf(database))(forever())
    await database.knex('log_packing').update({ after_id: 0, ended_ms: null })
    await createPacking(depsOf(database))(forever())
    expect(await isEnded(database)).toBe(true)
    const { after_id: end } = await database.knex('log_packing').first('after_id')
    expect(end).toBeLessThan(ROWS / 2)
  })

  it('that were cleared in the meantime stay cleared, and then their quotes go', async () => {
    const database = await openFormer(engine, 60)
    const { knex } = database
    const now = beginMs + 100 * DAY_MS
    const deps = depsOf(database, { clock: { now: () => now } })
    let isCleared = false
    // The rows are cleared between reading and writing a batch, just before the transaction begins.
    const cleared = new Proxy(knex, {
      get: (target, name) =>
        name === 'transaction'
          ? async (work: never) => {
              if (!isCleared) await target('usage_logs').where('id', '<=', 30).delete()
              isCleared = true
              return target.transaction(work)
            }
          : Reflect.get(target, name),
    })
    await createPacking({ ...deps, knex: cleared })(forever())
    expect(await knex('usage_logs').where('id', '<=', 30).pluck('id')).toEqual([])
    expect((await packedRows(database)).length).toBeGreaterThan(0)
    await pruneQuotes({ knex, clock: { now: () => now + 30 * DAY_MS } })
    expect(await dangling(database)).toEqual([])
    await knex('usage_logs').delete()
    await pruneQuotes({ knex, clock: { now: () => now + DAY_MS } })
    expect((await knex('quotes').pluck('id')).length).toBeGreaterThan(0)
    await pruneQuotes({ knex, clock: { now: () => now + 3 * DAY_MS } })
    expect(await knex('quotes').pluck('id')).toEqual([])
  })
})

it('two daemons share the work on PostgreSQL: each row is packed once', async () => {
  const database = await openFormer('postgres', 300)
  const before = await readAll(database)
  const first = createPacking(depsOf(database))
  const stopping = new AbortController()
  const second = createPacking(depsOf(database))(stopping.signal)
  await first(forever())
  stopping.abort()
  await second
  expect(await isEnded(database)).toBe(true)
  expect(await readAll(database)).toEqual(before)
  expect(await dangling(database)).toEqual([])
})
