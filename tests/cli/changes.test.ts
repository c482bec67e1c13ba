import { beforeEach, describe, expect, test } from 'vitest'
import {
  aChannel,
  aToken,
  good,
  listed,
  openContractServer,
  refused,
  theStatus,
  theTypes,
} from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

const server = await openContractServer()
const terminal = await openTerminal({
  TOLLGATE_URL: server.url,
  TOLLGATE_TOKEN: 'at_secret',
  KEY: 'sk-upstream',
})
const run = (line: string, stdin = '') => terminal.run(line.split(' '), { stdin })
const json = async (line: string) => JSON.parse((await run(`${line} --json`)).stdout)
const changes = () =>
  server.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => ({ method, url, body }))

beforeEach(() => {
  server.reset()
  server.on('GET /api/status', theStatus)
  server.on('GET /api/channel/types', good(theTypes))
})

describe('channel ensure', () => {
  const ensure = 'channel ensure --type openai --name main --models a,b'

  test('creates what is missing', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ id: 4, name: 'main-2' })]))
    server.on('POST /api/channel/', good(aChannel({ id: 5 })))
    expect(await json(`${ensure} --key-env KEY`)).toEqual({
      result: 'created',
      id: 5,
      name: 'main',
      changed: ['type', 'name', 'models', 'key'],
    })
    expect(changes()).toEqual([
      {
        method: 'POST',
        url: '/api/channel/',
        body: { type: 1, name: 'main', models: 'a,b', key: 'sk-upstream' },
      },
    ])
  })

  test('writes only what differs', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ models: 'a' })]))
    server.on('PUT /api/channel/', good(aChannel()))
    expect(await json(`${ensure} --priority 0`)).toEqual({
      result: 'updated',
      id: 1,
      name: 'main',
      changed: ['models'],
    })
    expect(changes()).toEqual([{ method: 'PUT', url: '/api/channel/', body: { id: 1, models: 'a,b' } }])
  })

  test('changes nothing when nothing differs', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ models: 'a,b' })]))
    expect(await json(ensure)).toMatchObject({ result: 'unchanged', changed: [] })
    expect(changes()).toEqual([])
  })

  test('tells by the fingerprint whether a key was another one', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ models: 'a,b' })]))
    server.on('PUT /api/channel/', good(aChannel({ key_fingerprint: '5f1d2c' })))
    expect(await json(`${ensure} --key-env KEY`)).toMatchObject({ result: 'unchanged' })
    server.on('PUT /api/channel/', good(aChannel({ key_fingerprint: 'other' })))
    expect(await json(`${ensure} --key-env KEY`)).toMatchObject({ result: 'updated', changed: ['key'] })
  })

  test('Low: tells by the fingerprint whether the password of a proxy was another one', async () => {
    const setting = '{"proxy":"http://***@h"}'
    const proxied = (print: string) => aChannel({ models: 'a,b', setting, proxy_fingerprint: print })
    server.on('GET /api/channel/search', listed([proxied('one')]))
    server.on('PUT /api/channel/', good(proxied('one')))
    const withProxy = `${ensure} --setting {"proxy":"http://u:p@h"}`
    expect(await json(withProxy)).toMatchObject({ result: 'unchanged', changed: [] })
    server.on('PUT /api/channel/', good(proxied('other')))
    expect(await json(withProxy)).toMatchObject({ result: 'updated', changed: ['setting'] })
  })

  test('--dry-run plans without changing', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ models: 'a' })]))
    expect(await json(`${ensure} --dry-run`)).toMatchObject({ result: 'would update', changed: ['models'] })
    expect(changes()).toEqual([])
  })
})

describe('token ensure', () => {
  test('does not refill a budget that calls have used', async () => {
    server.on('GET /api/token/search', listed([aToken({ remain_quota: 12, unlimited_quota: false })]))
    expect(await json('token ensure --name ci --quota 5usd')).toMatchObject({
      result: 'unchanged',
      key: null,
    })
    expect(changes()).toEqual([])
  })

  test('changes limits, and gives the key only when it makes the token', async () => {
    server.on('GET /api/token/search', listed([aToken()]))
    server.on('PUT /api/token/', good(aToken()))
    expect(await json('token ensure --name ci --models a --rate-limit 5/10s')).toMatchObject({
      result: 'updated',
      key: null,
      changed: [
        'model_limits_enabled',
        'model_limits',
        'rate_limit_enabled',
        'rate_limit_period',
        'rate_limit_count',
      ],
    })
    server.on('GET /api/token/search', listed([]))
    server.on('POST /api/token/', good(aToken()))
    expect(await json('token ensure --name ci --quota 5usd')).toMatchObject({
      result: 'created',
      key: `sk-${aToken().key}`,
    })
    expect(changes().at(-1)?.body).toEqual({ name: 'ci', remain_quota: 2_500_000, unlimited_quota: false })
  })
})

describe('token create', () => {
  beforeEach(() => {
    server.on('GET /api/token/search', listed([]))
    server.on('POST /api/token/', ({ body }) => good(aToken(body as Record<string, unknown>)))
  })

  test('sends what the flags say, in the units of the contract', async () => {
    await run(
      'token create --name ci --quota 0.5usd --expires 2026-12-01T00:00:00Z --models a,b --allow-ips 10.0.0.1,10.1.0.0/16 --group vip --rate-limit 100/1m',
    )
    expect(changes()[0]?.body).toEqual({
      name: 'ci',
      remain_quota: 250_000,
      unlimited_quota: false,
      expired_time: 1_796_083_200,
      model_limits_enabled: true,
      model_limits: 'a,b',
      allow_ips: '10.0.0.1\n10.1.0.0/16',
      group: 'vip',
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 100,
    })
  })

  test('dollars follow the rate of the server', async () => {
    server.on('GET /api/status', good({ quota_per_unit: 1_000_000 }))
    await run('token create --name ci --quota 5usd')
    expect(changes()[0]?.body).toMatchObject({ remain_quota: 5_000_000 })
  })

  test('several at once: distinct names after the first, one key of idempotency each, the same when repeated', async () => {
    const keys = async () => {
      server.reset()
      server.on('GET /api/token/search', listed([]))
      server.on('POST /api/token/', ({ body }) => good(aToken(body as Record<string, unknown>)))
      const { stdout } = await run(
        'token create --name team -n 3 --unlimited -o ndjson --idempotency-key step-7',
      )
      const names = stdout
        .trimEnd()
        .split('\n')
        .map((each) => JSON.parse(each).name)
      expect(names[0]).toBe('team')
      expect(new Set(names).size).toBe(3)
      for (const each of names.slice(1)) expect(each).toMatch(/^team-[a-z2-9]{6}$/)
      return server.calls
        .filter(({ method }) => method === 'POST')
        .map(({ headers }) => headers['idempotency-key'])
    }
    expect(await keys()).toEqual(['step-7', 'step-7-2', 'step-7-3'])
    expect(await keys()).toEqual(['step-7', 'step-7-2', 'step-7-3'])
  })

  test('dollars that are no whole quota units are refused', async () => {
    const { code, stderr } = await run('token create --name ci --quota 0.0000001usd')
    expect(code).toBe(2)
    expect(stderr).toContain('whole quota units; 0.0000001usd is 0.05')
    expect(changes()).toEqual([])
  })
})

describe('every change', () => {
  test('carries a key of idempotency, a fresh one each time; reading carries none', async () => {
    server.on('GET /api/channel/search', listed([aChannel()]))
    server.on('PUT /api/channel/', good(aChannel({ status: 2 })))
    await run('channel disable main')
    await run('channel disable main')
    const [first, second] = server.calls
      .filter(({ method }) => method === 'PUT')
      .map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).not.toBe(first)
    for (const { method, headers } of server.calls)
      if (method === 'GET') expect(headers['idempotency-key']).toBeUndefined()
  })

  test('asks for the language of the run and names the program', async () => {
    server.on('GET /api/token/', listed([]))
    await terminal.run(['token', 'list'], { env: { TOLLGATE_LANG: 'zh' } })
    expect(server.calls[0]?.headers).toMatchObject({
      'accept-language': 'zh',
      authorization: 'Bearer at_secret',
    })
    expect(server.calls[0]?.headers['user-agent']).toMatch(/^tollgate\/\d/)
  })

  test('enabling what is enabled sends nothing', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ status: 1 })]))
    expect(await json('channel enable main')).toEqual({ result: 'unchanged', id: 1, name: 'main' })
    expect(changes()).toEqual([])
  })
})

describe('names and ids', () => {
  test('a number is an id first, then a name', async () => {
    server.on('GET /api/channel/42', refused(404, 'channel_not_found'))
    server.on(
      'GET /api/channel/search',
      listed([aChannel({ id: 3, name: '42' }), aChannel({ id: 4, name: '421' })]),
    )
    expect(await json('channel get 42')).toMatchObject({ id: 3 })
    server.on('GET /api/channel/42', good(aChannel({ id: 42 })))
    expect(await json('channel get 42')).toMatchObject({ id: 42 })
  })

  test('a name is matched whole, not in part', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ name: 'main-2' })]))
    expect((await run('channel get main')).code).toBe(5)
  })
})

describe('money for an account', () => {
  beforeEach(() => {
    server.on('GET /api/user/search', listed([{ id: 4, username: 'alice', status: 1, DeletedAt: null }]))
    server.on('POST /api/user/credit', ({ body }) =>
      good({ id: 4, quota: 1, quota_exact: '1', delta_exact: (body as { delta: string }).delta }),
    )
  })

  test('giving needs no confirmation, taking does', async () => {
    expect(await json('user credit alice 0.25usd --note refund')).toEqual({
      id: 4,
      username: 'alice',
      delta_exact: '125000',
      quota_exact: '1',
    })
    expect(changes()).toEqual([
      { method: 'POST', url: '/api/user/credit', body: { id: 4, delta: '125000', note: 'refund' } },
    ])
    expect((await run('user credit alice -- -10')).code).toBe(2)
    expect((await run('user credit alice --yes -- -10.125')).code).toBe(0)
    expect(changes().at(-1)?.body).toEqual({ id: 4, delta: '-10.125' })
  })
})

describe('option set', () => {
  beforeEach(() => {
    server.on('GET /api/option/', good([{ key: 'RetryTimes', value: '3', is_secret: false, is_set: true }]))
    server.on('PUT /api/option/', good(undefined))
  })

  test('writes a change, and nothing when the value is the same', async () => {
    expect(await json('option set RetryTimes 3')).toMatchObject({ result: 'unchanged' })
    expect(changes()).toEqual([])
    expect(await json('option set RetryTimes 5')).toEqual({
      result: 'updated',
      key: 'RetryTimes',
      before: '3',
      after: '5',
    })
    expect(changes()).toEqual([
      { method: 'PUT', url: '/api/option/', body: { key: 'RetryTimes', value: '5' } },
    ])
  })

  test('never prints a secret back', async () => {
    const { stdout } = await run('option set SMTPToken --value-env KEY --json')
    expect(stdout).not.toContain('sk-upstream')
  })
})

describe('logs', () => {
  const aRow = {
    id: 1,
    request_id: 'req_1',
    created_at: 1_795_160_000,
    type: 2,
    quota: 10_205,
    quota_exact: '10204.8',
    usage_source: 'upstream',
    use_time: 1,
    prompt_tokens: 1,
    completion_tokens: 2,
    model_name: 'm',
    token_name: 't',
    username: 'u',
  }

  test('of administrators are those of everybody, with price in dollars and source of usage', async () => {
    server.on('GET /api/log/', listed([aRow]))
    expect(await json('logs --model m --type consume --since 2026-12-01T00:00:00Z')).toMatchObject([
      { quota_exact: '10204.8', usd: '0.0204096', usage_source: 'upstream' },
    ])
    expect(server.calls.find(({ url }) => url.startsWith('/api/log/'))?.url).toBe(
      '/api/log/?model_name=m&type=2&start_timestamp=1796083200&p=1&page_size=100',
    )
  })

  test('of others are their own, without their asking for it', async () => {
    server.on('GET /api/log/', refused(403, 'insufficient_role'))
    server.on('GET /api/log/self', listed([aRow]))
    expect(await json('logs')).toHaveLength(1)
    // Filters that only administrators may use are refused, not ignored.
    expect((await run('logs --user alice')).code).toBe(4)
  })

  test('of a channel are asked for by its id', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ id: 3 })]))
    server.on('GET /api/log/', listed([]))
    await run('logs --channel main')
    expect(server.calls.some(({ url }) => url.startsWith('/api/log/?') && url.includes('channel=3'))).toBe(
      true,
    )
  })
})

describe('api', () => {
  test('prints the whole answer as it came, also of a refusal, whose exit code it has', async () => {
    server.on('GET /api/x', good({ created_time: 5 }, { time: 1 }))
    expect(JSON.parse((await run('api get /api/x?a=1')).stdout)).toEqual({
      success: true,
      message: '',
      data: { created_time: 5 },
      time: 1,
    })
    const refusal = await run('api DELETE /api/none')
    expect(refusal.code).toBe(5)
    expect(JSON.parse(refusal.stdout)).toMatchObject({ success: false, code: 'route_not_found' })
  })

  test('takes a body from the command line or standard input', async () => {
    server.on('POST /api/x', good(null))
    await run('api POST /api/x --data {"a":1}')
    await run('api POST /api/x --data -', '{"a":2}')
    expect(changes().map(({ body }) => body)).toEqual([{ a: 1 }, { a: 2 }])
    expect((await run('api POST /api/x --data {')).code).toBe(2)
  })

  test('prints what is not JSON as it is', async () => {
    server.on('GET /metrics', { body: 'a 1\nb 2\n' })
    expect((await run('api GET /metrics')).stdout).toBe('a 1\nb 2\n')
  })
})
