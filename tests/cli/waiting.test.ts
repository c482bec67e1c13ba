import { beforeEach, describe, expect, test } from 'vitest'
import { aToken, good, listed, openContractServer, refused } from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

const server = await openContractServer()
const terminal = await openTerminal({ TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_secret' })
const run = (line: string) => terminal.run(line.split(' '))
const paths = () => server.calls.map(({ url }) => url.split('?')[0])

/** Returns these answers in turn, and repeats the last one. */
const inTurn = <T>(...replies: readonly T[]) => {
  let at = 0
  return () => replies[Math.min(at++, replies.length - 1)] as T
}
const notReady = refused(503, 'not_ready')
const ready = good({ status: 'ready' })

beforeEach(() => {
  server.reset()
  server.on('GET /api/token/', listed([aToken()]))
})

describe('--wait', () => {
  test('a command starts once the server is ready', async () => {
    server.on('GET /readyz', inTurn(notReady, notReady, ready))
    const { code, stdout, stderr } = await run('token list -q --wait 30s')
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '7\n', stderr: '' })
    expect(paths()).toEqual(['/readyz', '/readyz', '/readyz', '/api/token/'])
  })

  test('a server that stays unready ends it with 9, and nothing else was asked', async () => {
    server.on('GET /readyz', notReady)
    const { code, stderr } = await run('token list --json --wait 0.3s')
    expect(code).toBe(9)
    expect(JSON.parse(stderr.split('\n').at(-2) ?? '').error).toMatchObject({ code: 'not_ready' })
    expect(new Set(paths())).toEqual(new Set(['/readyz']))
  })

  test('a server that cannot be reached is waited for as well, then it is 9', async () => {
    const { code, stderr } = await run('token list --wait 0.3s --url http://127.0.0.1:9')
    expect(code).toBe(9)
    expect(stderr).toContain('waiting for http://127.0.0.1:9')
  })

  test('without it nothing is asked beforehand', async () => {
    await run('token list -q')
    expect(paths()).toEqual(['/api/token/'])
  })
})

describe('a run over all channels', () => {
  const going = good({ kind: 'test', done: 1, total: 3 })
  beforeEach(() => {
    server.on('GET /readyz', ready)
    server.on('GET /api/channel/test', good(null))
  })

  test('is only started without --wait', async () => {
    expect(JSON.parse((await run('channel test --all --json')).stdout)).toMatchObject({ result: 'started' })
  })

  test('is waited for until its end with --wait', async () => {
    server.on('GET /api/channel/progress', inTurn(going, going, good(null)))
    const found = {
      channel_id: 7,
      channel_name: 'main',
      result: 'passed',
      model: 'm',
      seconds: 0.4,
      reason: null,
    }
    server.on('GET /api/channel/last_run', good({ kind: 'test', results: [found] }))
    const { code, stdout, stderr } = await run('channel test --all --wait 30s')
    expect(code).toBe(0)
    expect(stdout).toMatch(/main(.|\n)*0\.4 s/)
    expect(stderr).toContain('1 of 3')
    expect(paths().filter((path) => path === '/api/channel/progress')).toHaveLength(3)
  })

  test('that takes longer ends the waiting with 9', async () => {
    server.on('GET /api/channel/progress', going)
    expect((await run('channel test --all --wait 0.3s')).code).toBe(9)
  })
})
