import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { codeOf, setUpAuthenticator } from '../support/authenticator.ts'
import { signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { testPassword } from '../support/test-services.ts'
import { openRealServer } from './support/real-server.ts'
import { runMain } from './support/run-cli.ts'

const scratch = await mkdtemp(join(tmpdir(), 'tollgate-second-factor-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))

const { url, api } = await openRealServer()
const alice = await api.createUser('alice')
const app = await setUpAuthenticator(alice, api.clock)

const login = async (more: string) => {
  const line = `login ${url} --username alice --password-env PASSWORD ${more}`.trim()
  return runMain([...line.split(' '), '--json'], {
    env: { TOLLGATE_LANG: 'en', TOLLGATE_CONFIG_DIR: join(scratch, 'config'), PASSWORD: testPassword },
  })
}

describe('login to an account with a second factor', () => {
  test('takes the code of the app, once', async () => {
    const code = app.nextCode()
    const first = await login(`--code ${code}`)
    expect([first.code, JSON.parse(first.stdout).username]).toEqual([0, 'alice'])
    const again = await login(`--code ${code}`)
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('has been used already')])
  })

  test('takes a recovery code the same way', async () => {
    expect((await login(`--code ${app.recoveryCodes[0]?.toLowerCase()}`)).code).toBe(0)
    expect((await login(`--code ${app.recoveryCodes[0]}`)).code).toBe(3)
  })

  test('3 without a code where nobody can be asked, with the flag to use; no context is saved', async () => {
    const answer = await runMain(
      ['login', url, '--username', 'alice', '--password-env', 'PASSWORD', '--context', 'fresh'],
      { env: { TOLLGATE_LANG: 'en', TOLLGATE_CONFIG_DIR: join(scratch, 'fresh'), PASSWORD: testPassword } },
    )
    expect([answer.code, answer.stdout]).toEqual([3, ''])
    expect(answer.stderr).toContain('--code')
  })

  test('asks for no code where there is no second factor, and for no proof afterwards', async () => {
    await api.createUser('bob')
    const env = { TOLLGATE_LANG: 'en', TOLLGATE_CONFIG_DIR: join(scratch, 'bob'), PASSWORD: testPassword }
    const line = `login ${url} --username bob --password-env PASSWORD`
    expect((await runMain(line.split(' '), { env })).code).toBe(0)
    api.clock.advance(3_600_000)
    const made = await runMain(['token', 'create', '--name', 'ci', '--json'], { env })
    const listed = await runMain(['token', 'get', 'ci', '--json', '--show-key'], { env })
    expect(made.code).toBe(0)
    expect(listed.stdout + listed.stderr).not.toContain('proof_required')
  })
})

describe('user reset-2fa', () => {
  test('C1: removes the factors of root on the machine and ends the sessions; the password stays', async () => {
    const dataDir = join(scratch, 'store')
    const gateway = await startGateway({ dataDir })
    const root = await signIn(gateway.url)
    const { secret } = await root.call<{ secret: string }>('POST', '/api/user/totp')
    await root.call('POST', '/api/user/totp/confirm', { code: codeOf(secret, Date.now()) })
    const line = ['user', 'reset-2fa', 'root', '--offline', '--data', dataDir]
    const env = { TOLLGATE_LANG: 'en', TOLLGATE_CONFIG_DIR: scratch }
    const busy = await runMain(line, { env })
    expect([busy.code, busy.stderr]).toEqual([6, expect.stringContaining('Stop the daemon')])
    await gateway.stop()
    const reset = await runMain([...line, '--json'], { env })
    expect(JSON.parse(reset.stdout)).toEqual({
      result: 'reset',
      id: 1,
      username: 'root',
      role: 100,
      role_name: 'root',
    })
    const again = await startGateway({ dataDir })
    await expect(root.call('GET', '/api/user/self')).rejects.toThrow()
    expect(await (await signIn(again.url)).call('GET', '/api/user/second_factor')).toMatchObject({
      methods: [],
      recovery_codes: 0,
    })
    await again.stop()
    const nobody = await runMain(['user', 'reset-2fa', 'nobody', '--offline', '--data', dataDir], { env })
    expect([nobody.code, nobody.stderr]).toEqual([5, expect.stringContaining('nobody')])
  })
})
