import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createDatabase, dropDatabase, startOwnPostgres } from './postgres.ts'
import { createRedis, startOwnRedis } from './redis.ts'
import { keeperVariable } from './start-services.ts'

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

it('a run that is killed while its databases are dropped leaves no temporary files', async () => {
  const script = `
    import { mkdtempSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { setup } from ${JSON.stringify(new URL('global-setup.ts', import.meta.url).href)}
    import { createDatabase, dropDatabase } from ${JSON.stringify(new URL('postgres.ts', import.meta.url).href)}
    await setup()
    const databases = await Promise.all(['a', 'b', 'c', 'd'].map((name) => createDatabase(name)))
    for (const url of databases) await dropDatabase(url)
    console.log(mkdtempSync(tmpdir() + '/left-'))
  `
  const { [keeperVariable]: _, ...env } = process.env
  const run = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [left] = (await once(createInterface({ input: run.stdout }), 'line')) as [string]
  expect(existsSync(left)).toBe(true)
  run.kill('SIGKILL')
  await expect.poll(() => existsSync(dirname(left))).toBe(false)
})

describe('test servers', () => {
  it('gives every caller an empty database of its own', async () => {
    const [first, second] = await Promise.all([createDatabase('same name'), createDatabase('same name')])
    expect(first).not.toBe(second)
    await query(first, 'CREATE TABLE t (x int)')
    expect(await query(second, "SELECT 1 FROM information_schema.tables WHERE table_name = 't'")).toEqual([])
  })

  it('makes a database that begins with what another one holds, and goes its own way from there', async () => {
    const template = await createDatabase('template')
    await query(template, 'CREATE TABLE t (x int); INSERT INTO t VALUES (1)')
    const copy = await createDatabase('copy', template)
    await query(copy, 'INSERT INTO t VALUES (2)')
    expect(await query(copy, 'SELECT x FROM t ORDER BY x')).toEqual([{ x: 1 }, { x: 2 }])
    expect(await query(template, 'SELECT x FROM t')).toEqual([{ x: 1 }])
  })

  it('drops a database that somebody is still connected to', async () => {
    const url = await createDatabase('dropped')
    const connected = new pg.Client({ connectionString: url })
    connected.on('error', () => undefined)
    await connected.connect()
    await dropDatabase(url)
    await expect
      .poll(() => query(url, 'SELECT 1').catch((error: Error) => error.message))
      .toMatch(/does not exist/)
  })

  it.each(['fast', 'immediate', 'kill'] as const)(
    'keeps committed rows through a %s restart',
    async (mode) => {
      const server = await startOwnPostgres()
      expect(await query(server.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
      await query(server.url, 'CREATE TABLE t (x int); INSERT INTO t VALUES (7)')
      await server.restart(mode)
      expect(await query(server.url, 'SELECT x FROM t')).toEqual([{ x: 7 }])
      await server.stop('fast')
      await expect(query(server.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
      await server.remove()
    },
  )

  it('gives every caller a Redis database of its own', async () => {
    const [first, second] = await Promise.all([createRedis(), createRedis()])
    const one = new Redis(first)
    const two = new Redis(second)
    await one.set('key', 'value')
    expect(await two.get('key')).toBeNull()
    one.disconnect()
    two.disconnect()
  })

  it('brings a killed Redis back empty', async () => {
    const server = await startOwnRedis()
    const before = new Redis(server.url, { retryStrategy: () => null })
    before.on('error', () => undefined)
    await before.set('key', 'value')
    await server.stop()
    await server.start()
    const after = new Redis(server.url)
    expect(await after.get('key')).toBeNull()
    before.disconnect()
    after.disconnect()
    await server.remove()
  })
})
