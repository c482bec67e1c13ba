import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { signIn } from '../support/gateway/admin.ts'
import { type GatewayProcess, startGateway } from '../support/gateway/gateway-process.ts'
import { createDatabase } from '../support/services/postgres.ts'
import { startSimulator } from '../support/simulator/simulator.ts'
import { openOffline } from './support/offline.ts'
import { launcher, startBin } from './support/run-bin.ts'

const { scratch, place, run: tollgate, json } = await openOffline('backup')
const upstream = await startSimulator({ models: ['gpt-4o-mini'], keys: ['sk-upstream'] })
afterAll(() => upstream.close())

/** Makes charged calls. @returns a function that stops the calls and returns how many were answered */
function keepCharging(url: string, key: string): () => Promise<number> {
  let isOver = false
  let served = 0
  const call = async (): Promise<void> => {
    while (!isOver) {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
      })
      await response.text()
      if (response.ok) served += 1
    }
  }
  const calls = Array.from({ length: 6 }, call)
  return async () => {
    isOver = true
    await Promise.all(calls)
    return served
  }
}

async function furnish(gateway: GatewayProcess) {
  const admin = await signIn(gateway.url)
  await admin.createChannel({
    name: 'main',
    key: 'sk-upstream',
    base_url: upstream.url,
    models: 'gpt-4o-mini',
  })
  await admin.call('POST', '/api/user/credit', { id: 1, delta: '500000000' })
  return { admin, token: await admin.createToken({ name: 'kept' }) }
}

const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + 60_000
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('it did not come true in a minute')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const entriesOf = (dataDir: string, upTo: number) => {
  const db = new DatabaseSync(join(dataDir, 'tollgate.db'), { readOnly: true })
  try {
    return db.prepare('SELECT * FROM entries WHERE id <= ? ORDER BY id').all(upTo)
  } finally {
    db.close()
  }
}

describe('a backup of a gateway that charges', () => {
  test('holds the books of one moment, and a gateway goes on with it', async () => {
    const dataDir = place()
    const gateway = await startGateway({ dataDir })
    const { admin, token } = await furnish(gateway)
    const stop = keepCharging(gateway.url, token.key)
    const total = async () => (await admin.call<{ total: number }>('GET', '/api/log/?page_size=1')).total
    await until(async () => (await total()) > 20)

    const archives: { path: string; entries: number; last_entry_id: number }[] = []
    for (const name of ['first', 'second', 'third']) {
      const seen = await total()
      archives.push(
        await json(`backup create ${join(scratch, `${name}.tar.gz`)} --data ${dataDir} --with-key`),
      )
      // The gateway kept running, and the backup contains every call answered before it began.
      expect(archives.at(-1)?.entries).toBeGreaterThanOrEqual(seen)
    }
    await until(async () => (await total()) > (archives.at(-1)?.entries ?? 0) + 20)
    await stop()
    await gateway.stop()

    for (const archive of archives) {
      expect((await stat(archive.path)).mode & 0o777).toBe(0o600)
      const target = place()
      const restored = await json(`backup restore ${archive.path} --data ${target}`)
      expect(restored).toMatchObject({
        key: 'restored',
        audit: 'clean',
        entries: archive.entries,
        pending: 0,
      })
      const mine = entriesOf(target, Number.MAX_SAFE_INTEGER)
      expect(mine).toHaveLength(archive.entries)
      expect(mine).toEqual(entriesOf(dataDir, archive.last_entry_id))
      expect((await tollgate(`audit --offline --data ${target}`)).code).toBe(0)
    }

    const last = place()
    await json(`backup restore ${archives.at(-1)?.path} --data ${last}`)
    const again = await startGateway({ dataDir: last })
    try {
      // Encrypted texts can be decrypted, old tokens work, and calls that were running at the time are settled.
      const response = await fetch(`${again.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
      })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('simulator')])
      expect((await (await signIn(again.url)).audit()).summary).toMatch(/^clean/)
    } finally {
      await again.stop()
    }
  })

  test('of PostgreSQL is its dump at one moment', async () => {
    const [source, target] = [await createDatabase('backup_from'), await createDatabase('backup_to')]
    const dataDir = place()
    const here = { TOLLGATE_DATABASE_URL: source }
    const gateway = await startGateway({ dataDir, env: here })
    const { admin, token } = await furnish(gateway)
    const stop = keepCharging(gateway.url, token.key)
    await until(async () => (await admin.call<{ total: number }>('GET', '/api/log/?page_size=1')).total > 20)
    const file = join(scratch, 'postgres.tar.gz')
    const archive = await json<{ entries: number }>(
      `backup create ${file} --data ${dataDir} --with-key`,
      here,
    )
    await stop()
    expect(archive).toMatchObject({ engine: 'postgres' })
    expect((await tollgate(`backup restore ${file} --data ${place()} --force`, here)).code).toBe(6)
    await gateway.stop()

    const there = { TOLLGATE_DATABASE_URL: target }
    const restored = await json(`backup restore ${file} --data ${place()}`, there)
    expect(restored).toMatchObject({ key: 'restored', audit: 'clean', entries: archive.entries })
    expect(await json('db status', there)).toMatchObject({ engine: 'postgres', state: 'current', daemons: 0 })
    const report = await json<{ state: string; entries: number }>('audit --offline', there)
    expect([report.state, report.entries]).toEqual(['clean', archive.entries])

    const other = await tollgate(`backup restore ${file} --data ${place()}`)
    expect([other.code, other.stderr]).toEqual([7, expect.stringContaining('TOLLGATE_DATABASE_URL')])
    expect((await tollgate(`backup restore ${file} --data ${place()}`, there)).code).toBe(6)
    expect(await json(`backup restore ${file} --data ${place()} --force`, there)).toMatchObject({
      audit: 'clean',
    })
    vi.stubEnv('PATH', '')
    const without = await tollgate(`backup create ${join(scratch, 'none')} --data ${dataDir}`, here)
    vi.unstubAllEnvs()
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('pg_dump is not installed')])
  })
})

/** Creates a data directory without a daemon, and an archive of it with its key. */
async function archived(): Promise<{ dataDir: string; file: string }> {
  const dataDir = place()
  await json(`db migrate --data ${dataDir}`)
  const file = `${dataDir}.tar.gz`
  await json(`backup create ${file} --data ${dataDir} --with-key`)
  return { dataDir, file }
}

describe('restoring', () => {
  test('replaces nothing unasked, and keeps what it replaces', async () => {
    const { dataDir, file } = await archived()
    const db = new DatabaseSync(join(dataDir, 'tollgate.db'))
    db.exec("CREATE TABLE marker (name TEXT); INSERT INTO marker VALUES ('before')")
    db.close()
    const before = readFileSync(join(dataDir, 'tollgate.db'))
    const refused = await tollgate(`backup restore ${file} --data ${dataDir}`)
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('--force')])
    expect(readFileSync(join(dataDir, 'tollgate.db'))).toEqual(before)
    const { kept } = await json<{ kept: string }>(`backup restore ${file} --data ${dataDir} --force`)
    expect(readFileSync(kept).length).toBe(before.length)
    const old = new DatabaseSync(kept, { readOnly: true })
    expect(old.prepare('SELECT name FROM marker').all()).toEqual([{ name: 'before' }])
    old.close()
    expect(await json(`db status --data ${dataDir}`)).toMatchObject({ state: 'current' })
  })

  test.runIf(process.getuid?.() === 0)('as root leaves everything to the user of the service', async () => {
    const { file } = await archived()
    const dataDir = place()
    mkdirSync(dataDir)
    chownSync(dataDir, 65534, 65534)
    await json(`backup restore ${file} --data ${dataDir}`)
    const owners = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).uid])
    expect(owners.length).toBeGreaterThanOrEqual(3)
    expect(owners.filter(([, uid]) => uid !== 65534)).toEqual([])
  })

  test('takes the place of a damaged store, which moves away with its log', async () => {
    const { dataDir, file } = await archived()
    const database = join(dataDir, 'tollgate.db')
    writeFileSync(database, 'x'.repeat(8192))
    writeFileSync(`${database}-wal`, 'y'.repeat(100))
    const { kept } = await json<{ kept: string }>(`backup restore ${file} --data ${dataDir} --force`)
    expect(readFileSync(kept, 'utf8')).toBe('x'.repeat(8192))
    expect(readFileSync(`${kept}-wal`, 'utf8')).toBe('y'.repeat(100))
    expect(await json(`audit --offline --data ${dataDir}`)).toMatchObject({ state: 'clean' })
  })

  test.each([
    ['being copied', /^\.tollgate-backup-/],
    ['being packed', /\.partial$/],
  ])('a backup that is interrupted while the data are %s leaves nothing behind', async (_doing, isThere) => {
    const { dataDir } = await archived()
    const db = new DatabaseSync(join(dataDir, 'tollgate.db'))
    db.exec('CREATE TABLE bulk AS SELECT randomblob(40000000) AS bytes')
    db.close()
    const target = await mkdtemp(join(scratch, 'interrupted-'))
    const child = startBin(['backup', 'create', join(target, 'b.tar.gz'), '--data', dataDir])
    await until(async () => (await readdir(target, { recursive: true })).some((name) => isThere.test(name)))
    child.kill('SIGINT')
    await once(child, 'close')
    expect(await readdir(target)).toEqual([])
  })

  test('touches nothing while a daemon runs', async () => {
    const { file } = await archived()
    const gateway = await startGateway()
    try {
      for (const line of [`backup restore ${file} --force`, 'db migrate']) {
        const { code, stderr } = await tollgate(`${line} --data ${gateway.dataDir}`)
        expect([line, code, stderr]).toEqual([line, 6, expect.stringContaining(String(gateway.pid))])
      }
      expect(await json(`db status --data ${gateway.dataDir}`)).toMatchObject({
        daemons: 1,
        state: 'current',
      })
    } finally {
      await gateway.stop()
    }
  })

  test('refuses an archive with any byte changed or missing, and leaves no trace', async () => {
    const { file } = await archived()
    const whole = readFileSync(file)
    const content = gunzipSync(whole)
    const changed = (at: number): Buffer => {
      const copy = Buffer.from(content)
      copy[at] = (copy[at] ?? 0) ^ 1
      return gzipSync(copy)
    }
    const inDatabase = content.indexOf('SQLite format 3')
    const broken: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      text: Buffer.from('not an archive'),
      half: whole.subarray(0, whole.length >> 1),
      'no tar': gzipSync(Buffer.from('not a tar')),
      'cut between files': gzipSync(content.subarray(0, inDatabase - 512)),
      'database changed': changed(inDatabase + 5000),
      'manifest changed': changed(content.indexOf('"sha256"') + 15),
      'name changed': changed(content.indexOf('tollgate.db', 1200)),
      'another program': gzipSync(
        Buffer.from(content.toString('latin1').replace('"format": 1', '"format": 9'), 'latin1'),
      ),
    }
    for (const [name, bytes] of Object.entries(broken)) {
      const damaged = join(scratch, 'damaged.tar.gz')
      writeFileSync(damaged, bytes)
      const target = place()
      const { code, stderr } = await tollgate(`backup restore ${damaged} --data ${target}`)
      expect([name, code], stderr).toEqual([name, 7])
      expect(stderr).toContain('\nThe file is damaged, or not a backup that this version can read.\n')
      expect((await readdir(target)).filter((each) => each !== 'tollgate.lock')).toEqual([])
    }
  })

  test('files that this user may not use are named with what helps', async () => {
    const { dataDir, file } = await archived()
    const folder = place()
    mkdirSync(folder)
    // Root may use every file.
    const somebody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    const asSomebody = (...argv: string[]) =>
      spawnSync(process.execPath, [launcher, ...argv, '--data', dataDir], {
        ...somebody,
        env: { PATH: process.env.PATH, HOME: folder, TOLLGATE_LANG: 'en' },
        encoding: 'utf8',
      })
    chmodSync(scratch, 0o711)
    chmodSync(folder, 0o555)
    if (somebody.uid !== undefined)
      for (const path of [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))])
        chownSync(path, somebody.uid, somebody.gid)
    const draft = asSomebody('backup', 'create', join(folder, 'monday.tar.gz'))
    expect([draft.status, draft.stderr]).toEqual([
      1,
      `Error: ${folder}: permission denied (EACCES)\nName a file in a folder that you can write to.\n`,
    ])
    chmodSync(dataDir, 0o000)
    if (somebody.uid !== undefined) chownSync(dataDir, 0, 0)
    for (const argv of [
      ['db', 'status'],
      ['audit', '--offline'],
    ]) {
      const { status, stderr } = asSomebody(...argv)
      expect([status, stderr]).toEqual([
        1,
        `Error: ${join(dataDir, 'tollgate.db')}: permission denied (EACCES)\nRun this as root or as the user that the daemon runs as.\n`,
      ])
    }
    chmodSync(dataDir, 0o700)
    const absent = await tollgate(`backup restore ${file}.gone --data ${place()}`)
    expect([absent.code, absent.stderr]).toEqual([
      5,
      `Error: ${file}.gone: no such file or folder (ENOENT)\n`,
    ])
  })

  test('refuses what a newer version made', async () => {
    const { dataDir } = await archived()
    const db = new DatabaseSync(join(dataDir, 'tollgate.db'))
    db.exec("INSERT INTO knex_migrations (name, batch) VALUES ('29990101000000_future.js', 99)")
    db.close()
    expect((await tollgate(`db status --data ${dataDir}`)).code).toBe(12)
    const file = join(scratch, 'future.tar.gz')
    await json(`backup create ${file} --data ${dataDir}`)
    const { code, stderr } = await tollgate(`backup restore ${file} --data ${place()}`)
    expect([code, stderr]).toEqual([7, expect.stringContaining('29990101000000_future.js')])
  })

  test('says when the key is missing, and never takes a wrong one', async () => {
    const { dataDir } = await archived()
    const file = join(scratch, 'keyless.tar.gz')
    const made = await tollgate(`backup create ${file} --data ${dataDir} --json`)
    expect([JSON.parse(made.stdout).has_key, made.stderr]).toEqual([
      false,
      expect.stringContaining('secret.key'),
    ])
    const bare = await tollgate(`backup restore ${file} --data ${place()} --json`)
    expect([JSON.parse(bare.stdout).key, bare.stderr]).toEqual([
      'missing',
      expect.stringContaining('secret.key'),
    ])
    const wrong = await tollgate(`backup restore ${file} --data ${place()}`, {
      TOLLGATE_SECRET_KEY: 'ab'.repeat(32),
    })
    expect(wrong.code).toBe(7)
    const key = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
    expect(
      await json(`backup restore ${file} --data ${place()}`, { TOLLGATE_SECRET_KEY: key }),
    ).toMatchObject({ key: 'present' })
  })
})

test('reliability 11: an archive without its key is refused where there is a wrong key, and nothing is changed', async () => {
  const source = await archived()
  const file = join(scratch, 'without-key.tar.gz')
  await tollgate(`backup create ${file} --data ${source.dataDir}`)
  const other = await archived()
  const before = ['tollgate.db', 'secret.key'].map((name) => readFileSync(join(other.dataDir, name)))
  const refused = await tollgate(`backup restore ${file} --data ${other.dataDir} --force`)
  expect([refused.code, refused.stderr]).toEqual([
    7,
    expect.stringContaining('encrypted with a different key'),
  ])
  expect(['tollgate.db', 'secret.key'].map((name) => readFileSync(join(other.dataDir, name)))).toEqual(before)
  // The archive contains the key, so it replaces the wrong one and the daemon starts.
  expect(await json(`backup restore ${source.file} --data ${other.dataDir} --force`)).toMatchObject({
    key: 'restored',
  })
  expect(await json(`db migrate --data ${other.dataDir}`)).toMatchObject({ state: 'current' })
})

describe('a new password without a server', () => {
  const signInTo = async (url: string, password: string) => {
    const response = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password }),
    })
    return response.status
  }

  test('C1: root gets back in on the machine: a new password, no session left, password sign-in on', async () => {
    const dataDir = place()
    const gateway = await startGateway({ dataDir })
    const line = `user reset-password root --offline --data ${dataDir}`
    const root = await signIn(gateway.url)
    const busy = await tollgate(line)
    expect([busy.code, busy.stderr]).toEqual([6, expect.stringContaining('Stop the daemon')])
    await root.call('GET', '/api/user/self')
    await gateway.stop()
    const db = new DatabaseSync(join(dataDir, 'tollgate.db'))
    db.exec(
      "INSERT OR REPLACE INTO options (key, value, is_secret, updated_ms, updated_by) VALUES ('PasswordLoginEnabled', 'false', 0, 1, 1)",
    )
    expect(db.prepare('SELECT count(*) AS n FROM sessions').get()).toEqual({ n: 1 })
    db.close()
    const made = await tollgate(`${line} --json`)
    const { password, ...rest } = JSON.parse(made.stdout) as { password: string }
    expect(rest).toMatchObject({ result: 'reset', username: 'root', role: 100, turned_on: true })
    expect(made.stderr).toContain('shown only here')
    const after = new DatabaseSync(join(dataDir, 'tollgate.db'))
    expect(after.prepare('SELECT count(*) AS n FROM sessions').get()).toEqual({ n: 0 })
    expect(JSON.stringify(after.prepare('SELECT * FROM audit_events').all())).toContain('user.reset-password')
    expect(JSON.stringify(after.prepare('SELECT * FROM audit_events').all())).not.toContain(password)
    after.close()
    const again = await startGateway({ dataDir })
    expect(await signInTo(again.url, password)).toBe(200)
    await again.stop()
  })

  test('C1: says who is not there, and makes no store where there is none: exit 5', async () => {
    const nowhere = place()
    expect((await tollgate(`user reset-password root --offline --data ${nowhere}`)).code).toBe(5)
    expect(await readdir(nowhere).catch(() => [])).toEqual([])
    await tollgate(`db migrate --data ${nowhere}`)
    const missing = await tollgate(`user reset-password nobody --offline --data ${nowhere}`)
    expect([missing.code, missing.stderr]).toEqual([5, expect.stringContaining('nobody')])
    expect((await tollgate(`user reset-password root --data ${nowhere}`)).code).toBe(2)
  })
})

describe('the audit without a server', () => {
  test('finds what does not add up: exit 12', async () => {
    const dataDir = place()
    const gateway = await startGateway({ dataDir })
    await furnish(gateway)
    expect((await tollgate(`audit --offline --data ${dataDir}`)).code).toBe(0)
    await gateway.stop()
    const db = new DatabaseSync(join(dataDir, 'tollgate.db'))
    db.exec('UPDATE wallets SET balance = balance + 1 WHERE user_id = 1 AND kind = 1')
    db.close()
    const { code, stdout } = await tollgate(`audit --offline --data ${dataDir}`)
    expect([code, stdout]).toEqual([12, expect.stringContaining('do not add up')])
  })

  test('has nothing against holds of a daemon that was killed: the next start settles them', async () => {
    const dataDir = place()
    const gateway = await startGateway({ dataDir })
    await furnish(gateway)
    gateway.signal('SIGKILL')
    await gateway.ended
    const db = new DatabaseSync(join(dataDir, 'tollgate.db'))
    db.exec(`UPDATE wallets SET held = held + 5 WHERE user_id = 1 AND kind = 1;
      INSERT INTO holds (id, user_id, token_id, amount, instance_id, created_ms, deadline_ms, snapshot)
      VALUES ('req_killed', 1, NULL, 5, 'i_killed', 1, 2, '{}')`)
    db.close()
    expect((await tollgate(`audit --offline --data ${dataDir}`)).code).toBe(0)
  })

  test('needs a store: exit 5', async () => {
    expect((await tollgate(`audit --offline --data ${place()}`)).code).toBe(5)
  })
})
