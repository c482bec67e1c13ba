import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { adminPassword, signIn } from '../../support/gateway/admin.ts'
import { startGateway } from '../../support/gateway/gateway-process.ts'
import { startTerminal } from '../support/terminal.ts'

const scratch = await mkdtemp(join(tmpdir(), 'tollgate-asking-'))
const gateway = await startGateway()
const root = await signIn(gateway.url)
const { token } = await root.call<{ token: string }>('POST', '/api/access_token/', {
  name: 'asking',
  scopes: ['*'],
})
const signedIn = { TOLLGATE_URL: gateway.url, TOLLGATE_TOKEN: token, TOLLGATE_CONFIG_DIR: scratch }
afterAll(async () => {
  await gateway.stop()
  await rm(scratch, { recursive: true, force: true })
})

describe('terminal 5: what is missing is asked for on a terminal', () => {
  test('login asks for address, user and password; the password is never shown', async () => {
    const config = join(scratch, 'login')
    const terminal = await startTerminal(['login'], { env: { TOLLGATE_CONFIG_DIR: config } })
    const form = await terminal.until('Enter next')
    expect(form.split('\n')).toEqual([
      'tollgate login',
      'address    http://127.0.0.1:3000',
      '           Server address',
      'username',
      'password',
      'Enter next  ↑↓ move  Esc cancel',
    ])
    await terminal.type(gateway.url)
    await terminal.press('Enter')
    await terminal.until('Username or email address')
    await terminal.press('Enter')
    await terminal.until('required')
    await terminal.type('root')
    await terminal.press('Enter')
    await terminal.until('Read the password')
    await terminal.type(adminPassword)
    await terminal.until('*'.repeat(adminPassword.length))
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect(await terminal.history()).toContain(`signed in to ${gateway.url} as root`)
    expect(await terminal.history()).not.toContain(adminPassword)
    const stored = JSON.parse(await readFile(join(config, 'contexts.json'), 'utf8'))
    expect(stored.contexts.default).toMatchObject({ url: gateway.url, user: { username: 'root' } })
  })

  test('channel create offers the types and asks for the rest; what is wrong is said where it was typed', async () => {
    const terminal = await startTerminal(['channel', 'create', '--json'], { env: signedIn })
    await terminal.until('Which type?')
    await terminal.type('deepseek')
    await terminal.until(/1 of \d/)
    await terminal.press('Enter')
    const form = await terminal.until('Enter next')
    expect(form).toMatch(/name\s+Display name\nmodels\nkey\nbase url\n/)
    await terminal.type('ds')
    await terminal.press('Enter')
    await terminal.until('Models it serves')
    await terminal.type('deepseek-chat')
    await terminal.press('Enter')
    await terminal.until('Read the key')
    await terminal.type('sk-typed-by-hand')
    await terminal.press('Enter')
    await terminal.until('Upstream address')
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect(await terminal.history()).not.toContain('sk-typed-by-hand')
    const channels = await root.call<{ items: { name: string; models: string; key: string }[] }>(
      'GET',
      '/api/channel/',
    )
    expect(channels.items).toEqual([expect.objectContaining({ name: 'ds', models: 'deepseek-chat' })])
  })

  test('a value that its flag would refuse is refused in the form, in Chinese too', async () => {
    const terminal = await startTerminal(['token', 'create', '-q'], {
      env: { ...signedIn, TOLLGATE_LANG: 'zh' },
    })
    await terminal.until('Enter 下一项')
    await terminal.press('Enter')
    await terminal.until('必填')
    await terminal.type('ci')
    await terminal.press('Enter')
    await terminal.until('5usd')
    await terminal.type('5eur')
    await terminal.press('Enter')
    await terminal.until('5eur”')
    await terminal.press('BSpace', 'BSpace', 'BSpace')
    await terminal.type('usd')
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect(await terminal.history()).toMatch(/sk-[A-Za-z0-9]{48}/)
    const { items } = await root.call<{ items: { name: string; remain_quota: number }[] }>(
      'GET',
      '/api/token/',
    )
    expect(items).toEqual([expect.objectContaining({ name: 'ci', remain_quota: 2_500_000 })])
  })

  test('Esc leaves without doing anything', async () => {
    const terminal = await startTerminal(['user', 'create'], { env: signedIn })
    await terminal.until('Enter next')
    await terminal.press('Escape')
    expect(await terminal.exitCode()).toBe(130)
  })

  test.each([['--no-input'], ['CI']])('with %s nothing is asked on a terminal either', async (how) => {
    const isFlag = how.startsWith('--')
    const terminal = await startTerminal(['login', ...(isFlag ? [how] : [])], {
      env: { TOLLGATE_CONFIG_DIR: scratch, ...(isFlag ? {} : { [how]: 'true' }) },
    })
    expect(await terminal.exitCode()).toBe(2)
    expect(await terminal.screen()).toContain('missing: --username <name>, --password-stdin')
  })
})
