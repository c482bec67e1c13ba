import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { StartError } from '../../../src/daemon/db/start-error.ts'
import { engines, freshDirectory, freshPlace, openHere } from './fresh-store.ts'

/** Returns the error of a start that must fail, and checks that its message is a single readable line. */
async function refusal(options: Parameters<typeof openDatabase>[0]): Promise<StartError> {
  const opened = await openDatabase(options).catch((error: unknown) => error)
  if (!(opened instanceof StartError)) {
    if (!(opened instanceof Error)) await (opened as Awaited<ReturnType<typeof openDatabase>>).close()
    throw new Error('The start was not refused in the right way', { cause: opened })
  }
  expect(opened.message).toMatch(/^[A-Z][^\n]+\.$/)
  expect(opened.message).not.toMatch(/knex|insert into|at \w+ \(/i)
  expect(opened.texts.zh).toMatch(/^[^\n]*\p{Script=Han}[^\n]*。$/u)
  expect(opened.texts.zh).not.toMatch(/[{}]/)
  expect(opened.exitCode).toBeGreaterThan(0)
  return opened
}

async function storeWithData(): Promise<{ dataDir: string; file: string }> {
  const dataDir = freshDirectory()
  const { knex, close } = await openDatabase({ dataDir })
  const rows = Array.from({ length: 500 }, (_, index) => ({ username: `user-${index}`, created_time: 1 }))
  await knex('users').insert(rows)
  await close()
  return { dataDir, file: join(dataDir, 'tollgate.db') }
}

describe('a data directory', () => {
  it('is made when missing, for its owner alone', async () => {
    const dataDir = join(freshDirectory(), 'a', 'b')
    await openHere({ dataDir })
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'tollgate.db')).mode & 0o077).toBe(0)
    expect(statSync(join(dataDir, 'tollgate.db-wal')).mode & 0o077).toBe(0)
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  it.each(engines)('is refused when it is a file (%s)', async (engine) => {
    const place = await freshPlace(engine)
    const dataDir = join(place.dataDir, 'file')
    writeFileSync(dataDir, '')
    expect((await refusal({ ...place, dataDir })).message).toContain(dataDir)
    expect((await refusal({ ...place, dataDir: join(dataDir, 'below') })).message).toContain('cannot be used')
  })

  it('is refused at once where no directory can be made', async () => {
    expect((await refusal({ dataDir: '/proc/tollgate/data' })).message).toContain('cannot be used')
  })

  it('is refused when its file system is read-only, which holds for root too', async () => {
    const dataDir = freshDirectory()
    const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'pipe' })
    try {
      mount('-t', 'tmpfs', '-o', 'ro', 'tmpfs', dataDir)
    } catch {
      // This process may not mount. Nobody, not even root, can create a directory in /proc.
      await refusal({ dataDir: '/proc/tollgate' })
      return
    }
    onTestFinished(() => {
      execFileSync('umount', [dataDir])
    })
    expect((await refusal({ dataDir })).message).toContain('read-only')
  })
})

describe('files that this user may not use', () => {
  const source = new URL('../../../src/daemon/db/data-directory.ts', import.meta.url).href
  const program = `import { prepareDataDirectory } from '${source}'
    try { prepareDataDirectory(process.argv[1]) } catch (error) { console.log(error.message) }`
  /** The daemon must not run as root in these tests, because root can use every file. */
  const somebody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const prepareAsSomebody = (dataDir: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program, dataDir], {
      ...somebody,
      encoding: 'utf8',
    })

  it('are named with the command that gives them to it, as after a first run as root', async () => {
    const { dataDir, file } = await storeWithData()
    writeFileSync(join(dataDir, 'backup-of-root.tar.gz'), '', { mode: 0o600 })
    if (somebody.uid !== undefined)
      for (const path of [dataDir, join(dataDir, 'secret.key')]) chownSync(path, somebody.uid, somebody.gid)
    for (const path of [file, join(dataDir, 'tollgate.lock')]) chmodSync(path, 0o000)
    const message = prepareAsSomebody(dataDir)
    expect(message).toMatch(/read and write tollgate\.db, tollgate\.lock in \S+; .*"chown -R \d+:\d+ /)
    expect(message).toMatch(/^[A-Z][^\n]+\.\n$/)
  })

  it('are no others than those of the daemon, and a key file that is read-only is none', () => {
    const dataDir = freshDirectory()
    if (somebody.uid !== undefined) chownSync(dataDir, somebody.uid, somebody.gid)
    writeFileSync(join(dataDir, 'tollgate.db.before-20260101T000000Z'), '', { mode: 0o000 })
    const keyFile = join(dataDir, 'secret.key')
    writeFileSync(keyFile, 'ab'.repeat(32), { mode: 0o400 })
    if (somebody.uid !== undefined) chownSync(keyFile, somebody.uid, somebody.gid)
    expect(prepareAsSomebody(dataDir)).toBe('')
  })
})

describe('an SQLite file', () => {
  it('is refused when it is no database, and left as it was', async () => {
    const dataDir = freshDirectory()
    const file = join(dataDir, 'tollgate.db')
    const text = 'this is not a database, it is a letter'.repeat(300)
    writeFileSync(file, text)
    expect((await refusal({ dataDir })).message).toMatch(
      /tollgate\.db is damaged or not a database .*"tollgate backup restore <archive> --data \S+ --force"/,
    )
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('is refused when it belongs to another program, and left as it was', async () => {
    const dataDir = freshDirectory()
    const other = new DatabaseSync(join(dataDir, 'tollgate.db'))
    other.exec('CREATE TABLE bookmarks (url TEXT)')
    other.close()
    const before = readFileSync(join(dataDir, 'tollgate.db'))
    const { message, texts } = await refusal({ dataDir })
    expect(message).toContain('is the database of another program')
    expect(texts.zh).toContain('属于另一个程序')
    expect(readFileSync(join(dataDir, 'tollgate.db')).equals(before)).toBe(true)
  })

  it('is refused when a page of it is damaged', async () => {
    const { dataDir, file } = await storeWithData()
    const bytes = readFileSync(file)
    const page = bytes.indexOf('user-250')
    bytes.fill(0xff, page - (page % 4096), page - (page % 4096) + 64)
    writeFileSync(file, bytes)
    expect((await refusal({ dataDir })).message).toMatch(/is damaged .*backup/)
  })

  it('is refused when its end is cut off', async () => {
    const { dataDir, file } = await storeWithData()
    truncateSync(file, statSync(file).size - 3 * 4096)
    expect((await refusal({ dataDir })).message).toMatch(/is damaged .*backup/)
  })

  it('is refused when it is gone but its log is still there', async () => {
    const { dataDir } = await storeWithData()
    const log = join(dataDir, 'tollgate.db-wal')
    const elsewhere = freshDirectory()
    copyFileSync(join(dataDir, 'tollgate.db'), log)
    writeFileSync(join(elsewhere, 'tollgate.db-wal'), readFileSync(log))
    expect((await refusal({ dataDir: elsewhere })).message).toContain('its log')
  })

  it('can be opened again once the reason for a refusal is gone', async () => {
    const { dataDir, file } = await storeWithData()
    const good = readFileSync(file)
    truncateSync(file, 8192)
    await refusal({ dataDir })
    writeFileSync(file, good)
    const { knex } = await openHere({ dataDir })
    expect(await knex('users').count({ count: '*' })).toEqual([{ count: 500 }])
  })
})

describe('a PostgreSQL address', () => {
  it('is refused when nobody answers there, without its password', async () => {
    const databaseUrl = 'postgres://user:hunter2@127.0.0.1:1/none'
    const { message, texts } = await refusal({ dataDir: freshDirectory(), databaseUrl })
    expect(message).toContain(
      'Cannot connect to PostgreSQL at 127.0.0.1:1/none: no server listens there (connect ECONNREFUSED',
    )
    expect(texts.zh).toContain('该地址没有服务器在监听（connect ECONNREFUSED')
    expect(message).not.toContain('hunter2')
  })

  it('is refused when the database does not exist', async () => {
    const place = await freshPlace('postgres')
    const { message, texts } = await refusal({ ...place, databaseUrl: `${place.databaseUrl}_missing` })
    expect(message).toMatch(/the server has no such database \(.* does not exist\)/)
    expect(texts.zh).toMatch(/服务器上没有这个数据库（.* does not exist）/)
  })
})

describe('a secret key', () => {
  const hex = 'ab'.repeat(32)

  describe.each(engines)('on %s', (engine) => {
    it('is refused when it is not the one the store was sealed with', async () => {
      const place = await freshPlace(engine)
      await (await openDatabase({ ...place, secretKey: hex })).close()
      const { message, exitCode } = await refusal({ ...place, secretKey: 'cd'.repeat(32) })
      expect(message).toContain('sealed with another key than the one from TOLLGATE_SECRET_KEY')
      // The systemd unit restarts a daemon that exited with 1.
      expect(exitCode).toBe(2)
      await openHere({ ...place, secretKey: hex })
    })

    it('is asked for when it is gone, instead of making a new one', async () => {
      const place = await freshPlace(engine)
      await (await openDatabase({ ...place, secretKey: hex })).close()
      const { message, exitCode } = await refusal(place)
      expect(exitCode).toBe(2)
      expect(message).toContain(
        `put the key file back at ${place.dataDir}/secret.key, or set TOLLGATE_SECRET_KEY`,
      )
    })

    it('from the file opens at the next start what was sealed before', async () => {
      const place = await freshPlace(engine)
      const first = await openDatabase(place)
      const sealed = first.secrets.seal('sk-upstream', 'channel:key')
      await first.close()
      const { secrets } = await openHere(place)
      expect(secrets.open(sealed, 'channel:key')).toBe('sk-upstream')
    })
  })

  it.each(['short', 'zz'.repeat(32), `${hex}00`, ''.padEnd(45, 'A')])(
    'is refused when it is not 32 bytes: %s',
    async (secretKey) => {
      const { message, exitCode } = await refusal({ dataDir: freshDirectory(), secretKey })
      expect([message, exitCode]).toEqual([
        expect.stringContaining('TOLLGATE_SECRET_KEY must be 32 bytes'),
        2,
      ])
      expect(message).not.toContain(secretKey)
    },
  )

  it('is refused when its file is empty', async () => {
    const dataDir = freshDirectory()
    writeFileSync(join(dataDir, 'secret.key'), '')
    expect((await refusal({ dataDir })).message).toMatch(/secret\.key does not hold 32 bytes .*backup/)
  })

  it('is taken away from others who could read its file', async () => {
    const dataDir = freshDirectory()
    writeFileSync(join(dataDir, 'secret.key'), `${hex}\n`, { mode: 0o644 })
    await openHere({ dataDir })
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  })
})
