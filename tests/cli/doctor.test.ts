import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { version } from '../../src/cli/version.ts'
import { startSimulator } from '../support/simulator/simulator.ts'
import { good, openContractServer, refused, theStatus } from './support/contract-server.ts'
import { openRealServer } from './support/real-server.ts'
import { openTerminal, runMain } from './support/run-cli.ts'

type Findings = Record<string, { state: string; message: string; fix: string | null }>

const findingsOf = (stdout: string): Findings =>
  Object.fromEntries(JSON.parse(stdout).checks.map((each: { id: string }) => [each.id, each])) as Findings
const states = (findings: Findings) =>
  Object.fromEntries(Object.entries(findings).map(([id, { state }]) => [id, state]))

describe('a gateway on its way to work', () => {
  test('is told step by step what is missing, until everything is well and a call is answered', async () => {
    const upstream = await startSimulator({ models: ['gpt-4o-mini'], keys: ['sk-upstream'] })
    const { env, api } = await openRealServer()
    const terminal = await openTerminal(env)
    const look = async (line = '') => {
      const { code, stdout } = await terminal.run(['doctor', ...line.split(' ').filter(Boolean), '--json'])
      const findings = findingsOf(stdout)
      for (const { state, fix } of Object.values(findings))
        expect(fix === null).toBe(state === 'ok' || state === 'skipped')
      return {
        code,
        findings,
        failed: Object.keys(findings).filter((id) => findings[id]?.state === 'failed'),
      }
    }
    try {
      expect(await look()).toMatchObject({ code: 12, failed: ['channels', 'token'] })
      expect((await look()).findings['signed-in']?.message).toBe('root, super administrator')
      expect((await look()).findings.channels?.fix).toContain('tollgate channel create')
      const { id } = await api.root.call<{ id: number }>('POST', '/api/channel/', {
        name: 'main',
        type: 1,
        key: 'sk-upstream',
        base_url: upstream.url,
        models: 'gpt-4o-mini,no-price-model',
        group: 'default',
      })
      await api.root.call('POST', '/api/token/', { name: 'mine', unlimited_quota: true })
      const unpriced = await look()
      expect(unpriced.failed).toContain('prices')
      expect(unpriced.findings.prices?.message).toContain('no-price-model')
      expect(unpriced.findings.prices?.fix).toBe(
        'tollgate price set no-price-model --input <dollars> --output <dollars>, per million tokens',
      )
      await api.root.call('PUT', '/api/channel/', { id, models: 'gpt-4o-mini' })
      await api.root.call('POST', '/api/user/credit', { id: api.root.id, delta: '500000' })
      const well = await look('--call gpt-4o-mini')
      expect([well.code, well.failed], JSON.stringify(well.findings)).toEqual([0, []])
      expect(states(well.findings)).toMatchObject({
        token: 'ok',
        models: 'ok',
        call: 'ok',
        version: 'ok',
        clock: 'ok',
      })
      expect((await look('--call nonsense')).failed).toEqual(['call'])
      const logs = await api.root.call<{ total: number }>('GET', '/api/log/?type=2')
      expect(logs.total).toBe(1)
      await api.root.call('PUT', '/api/channel/', { id, status: 2 })
      expect((await look()).failed).toContain('channels')
    } finally {
      await upstream.close()
    }
  })

  test('is looked at by an ordinary user as far as they may', async () => {
    const { api, url } = await openRealServer()
    const bob = await api.createUser('bob')
    const { token } = await bob.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'x',
      scopes: ['*'],
    })
    const { code, stdout } = await runMain(['doctor', '--json'], {
      env: { TOLLGATE_URL: url, TOLLGATE_TOKEN: token, TOLLGATE_CONFIG_DIR: '/nonexistent' },
    })
    expect(code).toBe(12)
    expect(states(findingsOf(stdout))).toMatchObject({
      channels: 'skipped',
      token: 'failed',
      'signed-in': 'ok',
    })
  })
})

test('terminal 7: doctor tells people who may not set prices whom to ask', async () => {
  const { api, url } = await openRealServer()
  const columns = { type: 1, key: 'sk-1', base_url: 'http://127.0.0.1:9', group: 'default' }
  await api.root.call('POST', '/api/channel/', { name: 'main', models: 'no-price-model', ...columns })
  const bob = await api.createUser('bob')
  const { token } = await bob.call<{ token: string }>('POST', '/api/access_token/', {
    name: 'x',
    scopes: ['*'],
  })
  const look = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await runMain(['doctor', '--json'], {
      env: { TOLLGATE_URL: url, TOLLGATE_CONFIG_DIR: '/nonexistent', ...env },
    })
    return findingsOf(stdout).prices
  }
  expect(await look({ TOLLGATE_TOKEN: token })).toMatchObject({
    message: expect.stringContaining('no-price-model'),
    fix: 'ask an administrator to set their prices',
  })
  expect((await look({ TOLLGATE_TOKEN: token, TOLLGATE_LANG: 'zh' }))?.fix).toBe('请管理员为其定价')
})

describe('what stands between', () => {
  const servers = openContractServer()
  beforeEach(async () => (await servers).reset())
  const look = async (env: Readonly<Record<string, string>> = {}, url?: string) => {
    const server = await servers
    const terminal = await openTerminal({ TOLLGATE_URL: url ?? server.url, ...env })
    const { code, stdout, stderr } = await terminal.run(['doctor', '--json'])
    return { code, findings: findingsOf(stdout || '{"checks":[]}'), stderr, terminal }
  }
  const serve = async (date: Date, there = version) => {
    const server = await servers
    const status = { ...(theStatus.body as { data: object }).data, version: there }
    server.on('GET /api/status', { ...good(status), headers: { date: date.toUTCString() } })
    server.on('GET /api/setup', good({ status: true }))
    server.on('GET /readyz', good({}))
    server.on('GET /api/user/self', refused(401, 'not_signed_in', 'log in again'))
  }

  test('a server that is away is all that is said of it', async () => {
    const { code, findings } = await look({}, 'http://127.0.0.1:9')
    expect([code, states(findings)]).toEqual([
      12,
      { contexts: 'skipped', environment: 'ok', node: 'ok', reachable: 'failed' },
    ])
    expect(findings.reachable?.message).toContain('cannot reach')
  })

  test('somebody else who answers is no gateway', async () => {
    ;(await servers).on('GET /api/status', { body: '<h1>It works!</h1>' })
    expect((await look()).findings.reachable).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('not a Tollgate server'),
    })
  })

  test.each([
    [0, 'ok'],
    [-30_000, 'warning'],
    [30_000, 'warning'],
    [-3_600_000, 'failed'],
    [3_600_000, 'failed'],
  ])('a clock that is off by %d ms: %s', async (off, state) => {
    await serve(new Date(Date.now() + off))
    expect((await look()).findings.clock?.state).toBe(state)
  })

  test('versions: the same, another, one too far away', async () => {
    for (const [there, state] of [
      [version, 'ok'],
      [`${version.split('.')[0]}.999.0`, 'warning'],
      ['999.0.0', 'failed'],
    ] as const) {
      await serve(new Date(), there)
      expect([there, (await look()).findings.version?.state]).toEqual([there, state])
    }
  })

  test('a server that is not ready or not set up, and a sign-in that ended', async () => {
    await serve(new Date())
    const server = await servers
    server.on('GET /readyz', refused(503, 'storage_unavailable', 'the database is away'))
    server.on('GET /api/setup', good({ status: false }))
    const { code, findings } = await look({ TOLLGATE_TOKEN: 'at_old' })
    expect([code, states(findings)]).toEqual([
      12,
      expect.objectContaining({ ready: 'failed', setup: 'failed', 'signed-in': 'failed' }),
    ])
    expect(findings.ready?.message).toBe('not ready: the database is away')
    expect(findings['signed-in']).toMatchObject({
      message: 'not signed in, or the access token is no longer valid',
      fix: `tollgate login ${server.url}`,
    })
  })

  test('proxies, where they are in the way', async () => {
    await serve(new Date())
    const state = async (env: Readonly<Record<string, string>>) =>
      (await look(env)).findings.environment?.state
    expect(await state({ HTTP_PROXY: 'http://proxy:3128' })).toBe('warning')
    expect(await state({ http_proxy: 'http://proxy:3128', no_proxy: 'localhost, 127.0.0.1' })).toBe('ok')
    expect(await state({ ALL_PROXY: 'socks5://proxy', NO_PROXY: '*' })).toBe('ok')
    expect(await state({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe('failed')
  })

  test('for people: one line a check, what to do below, and -q what failed', async () => {
    await serve(new Date())
    const { terminal } = await look()
    const plain = await terminal.run(['doctor'])
    expect(plain.stdout).toMatch(/^X {3}signed-in +no access token is saved[^\n]*\n +-> tollgate login http/m)
    expect((await terminal.run(['doctor', '-q'])).stdout).toBe('signed-in\n')
    const zh = await terminal.run(['doctor'], { env: { TOLLGATE_LANG: 'zh' } })
    expect(zh.stdout).toContain('没有为此地址保存访问令牌')
  })

  test('the contexts file is nobody else’s', async () => {
    await serve(new Date())
    const { terminal } = await look()
    await terminal.run(['context', 'add', 'prod', '--url', 'https://gateway.example.com'])
    await chmod(join(terminal.configDirectory, 'contexts.json'), 0o644)
    // Reading the file fixes its mode.
    const { stdout } = await terminal.run(['doctor', '--json'])
    expect(findingsOf(stdout).contexts).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('0600'),
    })
  })
})
