import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { createDatabase } from '../support/services/postgres.ts'
import { startSimulator } from '../support/simulator/simulator.ts'
import { openOffline } from './support/offline.ts'

const { place, run: tollgate, json } = await openOffline('move')
const upstream = await startSimulator({ models: ['gpt-4o-mini'], keys: ['sk-upstream'] })
afterAll(() => upstream.close())

const chat = (url: string, key: string, isStream = false) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      stream: isStream,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  })

/** Creates a used data directory without a daemon: accounts, channels, tokens, calls, codes, settings. */
async function usedStore() {
  const dataDir = place()
  const gateway = await startGateway({ dataDir })
  const admin = await signIn(gateway.url)
  await admin.createChannel({
    name: 'main',
    key: 'sk-upstream',
    base_url: upstream.url,
    models: 'gpt-4o-mini',
  })
  await admin.call('POST', '/api/user/credit', { id: 1, delta: '500000000' })
  await admin.call('POST', '/api/user/', { username: 'anna', password: 'correct-horse', role: 1 })
  await admin.call('POST', '/api/redemption/', { name: 'gift', quota: 1000, count: 3 })
  await admin.setOption('SystemName', '收费站 — "quoted" \\ back')
  const gone = await admin.createToken({ name: 'gone' })
  const token = await admin.createToken({ name: 'kept' })
  await admin.call('DELETE', `/api/token/${gone.id}`)
  for (let call = 0; call < 8; call += 1) await (await chat(gateway.url, token.key)).text()
  // Killing the daemon leaves charges without holds, and a hold that was never released.
  gateway.signal('SIGKILL')
  await gateway.ended
  return { dataDir, token }
}

/** Reads all rows of each table as sorted text, so that the types of database drivers do not matter. */
function rowsOfSqlite(file: string): Map<string, string[]> {
  const db = new DatabaseSync(file, { readOnly: true })
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const tables = new Map<string, string[]>()
  for (const { name } of names) {
    const select = db.prepare(`SELECT * FROM "${name}"`)
    select.setReadBigInts(true)
    tables.set(String(name), select.all().map(asText).sort())
  }
  db.close()
  return tables
}

const asText = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.entries(row)
      .map(([column, value]) => [column, value === null ? null : String(value)])
      .sort(),
  )

async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const fileOf = (dataDir: string): string => join(dataDir, 'tollgate.db')
const movedFiles = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => name.startsWith('tollgate.db.moved-'))

describe('moving a SQLite store to PostgreSQL', () => {
  test('takes every row along, and the gateway goes on there with the same tokens and books', async () => {
    const { dataDir, token } = await usedStore()
    const bent = new DatabaseSync(fileOf(dataDir))
    bent.exec("UPDATE users SET display_name = 'a' || char(0) || 'b' WHERE username = 'anna'")
    bent.close()
    const before = rowsOfSqlite(fileOf(dataDir))
    const there = { TOLLGATE_DATABASE_URL: await createDatabase('move_to') }

    const moved = await json<{ entries: number; kept: string; tables: number }>(
      `db move --data ${dataDir}`,
      there,
    )
    expect(moved).toMatchObject({ result: 'moved', audit: 'clean' })
    expect(moved.entries).toBeGreaterThan(8)
    expect(existsSync(fileOf(dataDir))).toBe(false)
    expect(rowsOfSqlite(moved.kept)).toEqual(before)

    await onPostgres(there.TOLLGATE_DATABASE_URL, async (client) => {
      const compared: string[] = []
      for (const [table, rows] of before) {
        if (/^(sqlite_sequence|knex_|instances$|leases$)/.test(table)) continue
        const found = (await client.query(`SELECT * FROM "${table}"`)).rows.map(asText).sort()
        const expected = rows.map((row) => row.replaceAll('\\u0000', '\uFFFD'))
        expect([table, found]).toEqual([table, expected])
        compared.push(table)
      }
      expect(compared).toHaveLength(moved.tables)
    })

    const gateway = await startGateway({ dataDir, env: there })
    try {
      const answer = await chat(gateway.url, token.key)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('simulator')])
      const admin = await signIn(gateway.url)
      const { items } = await admin.call<{ items: { id: number }[] }>('GET', '/api/log/?page_size=1')
      const { id } = await admin.createToken({ name: 'new' })
      // The next ID, neither in use nor that of a deleted row.
      expect(id).toBe(token.id + 1)
      expect(items).toHaveLength(1)
      expect((await admin.audit()).summary).toMatch(/^clean/)
    } finally {
      await gateway.stop()
    }
    expect(await json(`audit --offline --data ${dataDir}`, there)).toMatchObject({ state: 'clean' })
  })

  test('changes nothing when it is refused, and says why', async () => {
    const dataDir = place()
    await json(`db migrate --data ${dataDir}`)
    const taken = { TOLLGATE_DATABASE_URL: await createDatabase('move_taken') }
    await json(`db migrate --data ${place()}`, taken)
    await onPostgres(taken.TOLLGATE_DATABASE_URL, (client) =>
      client.query("INSERT INTO options (key, value, updated_ms) VALUES ('SystemName', 'theirs', 1)"),
    )
    const empty = { TOLLGATE_DATABASE_URL: await createDatabase('move_empty') }

    const refused = async (line: string, env = {}) => {
      const { code, stderr } = await tollgate(line, env)
      return [code, stderr]
    }
    const move = `db move --data ${dataDir}`
    expect(await refused(move)).toEqual([2, expect.stringContaining('TOLLGATE_DATABASE_URL')])
    expect(await refused(`db move --data ${place()}`, empty)).toEqual([
      5,
      expect.stringContaining('no data store'),
    ])
    expect(await refused(move, taken)).toEqual([6, expect.stringContaining('already has data')])
    expect(await refused(move, { ...empty, TOLLGATE_SECRET_KEY: 'ab'.repeat(32) })).toEqual([
      7,
      expect.stringContaining('different key'),
    ])
    const old = new DatabaseSync(fileOf(dataDir))
    old.exec("INSERT INTO knex_migrations (name, batch) VALUES ('29990101000000_newer.js', 99)")
    old.close()
    expect(await refused(move, empty)).toEqual([7, expect.stringContaining('another version')])
    expect([existsSync(fileOf(dataDir)), movedFiles(dataDir)]).toEqual([true, []])
    const { rows } = await onPostgres(empty.TOLLGATE_DATABASE_URL, (client) =>
      client.query("SELECT FROM information_schema.tables WHERE table_schema = 'public'"),
    )
    expect(rows).toEqual([])
  })

  test('waits for no daemon: one that runs on either side must be stopped first', async () => {
    const there = { TOLLGATE_DATABASE_URL: await createDatabase('move_running') }
    const source = await startGateway()
    const target = await startGateway({ env: there })
    try {
      const running = await tollgate(`db move --data ${source.dataDir}`, there)
      expect([running.code, running.stderr]).toEqual([6, expect.stringContaining(String(source.pid))])
      const dataDir = place()
      await json(`db migrate --data ${dataDir}`)
      const served = await tollgate(`db move --data ${dataDir}`, there)
      expect([served.code, served.stderr]).toEqual([6, expect.stringContaining('Stop the daemon first')])
    } finally {
      await Promise.all([source.stop(), target.stop()])
    }
  })

  test('if it is broken off between the rows, PostgreSQL has none and SQLite keeps all', async () => {
    const { dataDir } = await usedStore()
    const before = rowsOfSqlite(fileOf(dataDir))
    const there = { TOLLGATE_DATABASE_URL: await createDatabase('move_broken') }
    await json(`db migrate --data ${place()}`, there)
    await onPostgres(there.TOLLGATE_DATABASE_URL, async (client) => {
      await client.query('ALTER TABLE usage_logs ADD CONSTRAINT none CHECK (id < 4)')
      const broken = await tollgate(`db move --data ${dataDir}`, there)
      expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('unchanged and still in use')])
      expect((await client.query('SELECT FROM users')).rows).toEqual([])
      await client.query('ALTER TABLE usage_logs DROP CONSTRAINT none')
    })
    expect(rowsOfSqlite(fileOf(dataDir))).toEqual(before)
    expect(await json(`db move --data ${dataDir}`, there)).toMatchObject({ audit: 'clean' })
  })
})
