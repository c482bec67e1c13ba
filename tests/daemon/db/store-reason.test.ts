import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, it } from 'vitest'
import { storeReason } from '../../../src/daemon/db/store-reason.ts'
import { freshDirectory } from './fresh-store.ts'

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

/** Opens a database with a table, and a second connection to it that does not wait for locks. */
function twoConnections(): { readonly first: DatabaseSync; readonly second: DatabaseSync } {
  const file = join(freshDirectory(), 'tollgate.db')
  const first = new DatabaseSync(file)
  first.exec('CREATE TABLE t (x)')
  return { first, second: new DatabaseSync(file, { timeout: 0 }) }
}

it('a locked file is told in words of both languages, with the words of SQLite after them', () => {
  const { first, second } = twoConnections()
  first.exec('BEGIN EXCLUSIVE')
  expect(storeReason(thrownBy(() => second.exec('INSERT INTO t VALUES (1)')))).toEqual({
    en: 'another program has locked the file (database is locked)',
    zh: '文件被另一个程序锁定（database is locked）',
  })
})

it('so is one that may only be read, one that is no database, and a full disk', () => {
  const { first } = twoConnections()
  first.exec('PRAGMA query_only = 1')
  expect(storeReason(thrownBy(() => first.exec('INSERT INTO t VALUES (1)')))).toMatchObject({
    zh: expect.stringMatching(/^文件为只读（/),
  })
  first.exec('PRAGMA query_only = 0; PRAGMA max_page_count = 2')
  const fill = () => first.exec('INSERT INTO t VALUES (zeroblob(100000))')
  expect(storeReason(thrownBy(fill))).toMatchObject({ zh: expect.stringMatching(/^磁盘已满（/) })

  const letter = join(freshDirectory(), 'tollgate.db')
  writeFileSync(letter, 'this is a letter'.repeat(300))
  const other = new DatabaseSync(letter)
  expect(storeReason(thrownBy(() => other.exec('SELECT * FROM sqlite_schema')))).toMatchObject({
    zh: expect.stringMatching(/^它不是数据库（/),
  })
})

/**
 * Returns the error of PostgreSQL's driver when the server refuses with this code, or accepts the connection and stays
 * silent.
 */
async function refusedBy(code: string | undefined): Promise<unknown> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    if (code === undefined) return
    socket.once('data', () => {
      const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`)
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(fields.length + 4, 1)
      socket.end(Buffer.concat([head, fields]))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'u', connectionTimeoutMillis: 300 })
  client.on('error', () => undefined)
  const error = await client.connect().catch((each: unknown) => each)
  for (const socket of sockets) socket.destroy()
  server.close()
  return error
}

it.each([
  ['28P01', '用户名或密码错误（no）', 'the user name or the password is wrong (no)'],
  ['3D000', '服务器上没有这个数据库（no）', 'the server has no such database (no)'],
  ['53300', '服务器的连接数已满（no）', 'the server takes no more connections (no)'],
  ['57P03', '服务器正在启动或停止（no）', 'the server is starting or stopping (no)'],
  [undefined, '服务器没有响应（timeout expired）', 'the server does not answer (timeout expired)'],
])('a server that answers %s: the reason is told in words', async (code, zh, en) => {
  expect(storeReason(await refusedBy(code))).toEqual({ en, zh })
})

it('what has no words of ours stays as the system said it, without the statement before it', () => {
  expect(storeReason(new Error('insert into `t` values (1) - no such table: t'))).toBe('no such table: t')
  expect(storeReason('gone')).toBe('gone')
})
