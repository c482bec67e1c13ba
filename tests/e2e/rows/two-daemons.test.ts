import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../../../src/daemon/config/config.ts'
import { startDaemon } from '../../../src/daemon/start-daemon.ts'
import { createDatabase } from '../../support/services/postgres.ts'

type Daemon = Awaited<ReturnType<typeof startDaemon>>

const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-two-'))
const running = new Set<Daemon>()
afterAll(async () => {
  for (const each of running) await each.stop(0)
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (databaseUrl: string, name: string): Promise<Daemon> => {
  const config = readConfig(
    [],
    {
      TOLLGATE_PORT: '0',
      TOLLGATE_DATA_DIR: join(dataDir, name),
      TOLLGATE_DATABASE_URL: databaseUrl,
      TOLLGATE_SECRET_KEY: 'a'.repeat(64),
      TOLLGATE_LOG_LEVEL: 'silent',
    },
    false,
  )
  const daemon = await startDaemon(config, {
    log: pino({ level: 'silent' }),
    clock: { now: () => Date.now() },
  })
  running.add(daemon)
  return daemon
}

it('A-OPTG-15 a saved option acts at once here, within seconds on other daemons, and after a restart', async () => {
  const databaseUrl = await createDatabase('two_daemons')
  const first = await start(databaseUrl, 'first')
  const second = await start(databaseUrl, 'second')
  const password = 'correct-horse'
  const post = (url: string, payload: object, headers: Readonly<Record<string, string>> = {}) =>
    first.app.inject({ method: 'POST', url, payload, headers })
  await post('/api/setup', { username: 'root', password, confirmPassword: password, usageMode: 'external' })
  const login = await post('/api/user/login', { username: 'root', password })
  const [cookie = ''] = String([login.headers['set-cookie']].flat()[0]).split(';')
  const nameAt = async ({ app }: Daemon) =>
    (await app.inject({ method: 'GET', url: '/api/status' })).json<{ data: { system_name: string } }>().data
      .system_name
  const saved = await first.app.inject({
    method: 'PUT',
    url: '/api/option/',
    headers: { cookie, 'tollgate-user': String(login.json<{ data: { id: number } }>().data.id) },
    payload: { key: 'SystemName', value: 'Changed' },
  })
  expect(saved.statusCode).toBe(200)
  expect(await nameAt(first)).toBe('Changed')
  await expect.poll(() => nameAt(second)).toBe('Changed')
  await first.stop(0)
  running.delete(first)
  expect(await nameAt(await start(databaseUrl, 'third'))).toBe('Changed')
})
