import { once } from 'node:events'
import { createServer } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { ownWords } from '../../src/cli/client/own-words.ts'
import { loadPhrases } from '../../src/cli/phrases/phrases.ts'
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

const phrase = await loadPhrases('en')
const server = await openContractServer()
const terminal = await openTerminal({
  TOLLGATE_URL: server.url,
  TOLLGATE_TOKEN: 'at_secret',
  KEY: 'sk-upstream',
})
const run = (line: string, stdin = '') => terminal.run(line.split(' '), { stdin })

beforeEach(() => {
  server.reset()
  server.on('GET /api/status', theStatus)
  server.on('GET /api/channel/types', good(theTypes))
  server.on('GET /api/channel/search', listed([aChannel()]))
  server.on('GET /api/token/search', listed([aToken()]))
})

describe('a refusal of the server becomes the exit code that scripts expect', () => {
  test.each([
    [401, 'not_signed_in', 3],
    [401, 'user_header_mismatch', 3],
    [403, 'login_failed', 3],
    [403, 'insufficient_role', 4],
    [403, 'insufficient_scope', 4],
    [405, 'demo_site', 4],
    [404, 'token_not_found', 5],
    [404, 'route_not_found', 5],
    [409, 'access_token_exists', 6],
    [409, 'revision_moved', 6],
    [400, 'setup_done', 6],
    [400, 'redeem_used', 6],
    [400, 'invalid_request', 7],
    [413, 'body_too_large', 7],
    [422, 'idempotency_mismatch', 7],
    [403, 'insufficient_user_quota', 8],
    [403, 'token_exhausted', 8],
    [429, 'too_many_requests', 9],
    [503, 'setup_required', 9],
    [503, 'storage_unavailable', 9],
    [504, 'upstream_timeout', 9],
    [500, 'internal', 1],
    [501, 'api_not_implemented', 1],
  ])('%i %s', async (status, code, exitCode) => {
    server.on('POST /api/user/topup', refused(status, code, `said ${code}`))
    const plain = await run('redeem abc')
    expect(plain).toMatchObject({ code: exitCode, stdout: '' })
    // Some messages of the server are written for forms. The terminal has its own texts for these.
    const message = ownWords(code, `said ${code}`, phrase)?.message ?? `said ${code}`
    expect(plain.stderr.split('\n')[0]).toBe(`Error: ${message}`)

    const json = await run('redeem abc --json')
    expect(json).toMatchObject({ code: exitCode, stdout: '' })
    expect(JSON.parse(json.stderr).error).toMatchObject({
      code,
      message,
      status,
      requestId: 'req_00000000000000000000000001',
    })
  })

  test('an error in JSON has every key, also those that say nothing', async () => {
    server.on('POST /api/user/topup', refused(400, 'redeem_invalid', 'no code', 'key'))
    const { stderr } = await run('redeem abc -o ndjson')
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'redeem_invalid',
        message: 'no code',
        hint: null,
        field: 'key',
        requestId: 'req_00000000000000000000000001',
        status: 400,
      },
    })
  })

  test('how long to wait is passed on', async () => {
    server.on('POST /api/user/topup', {
      ...refused(429, 'too_many_requests'),
      headers: { 'retry-after': '17' },
    })
    expect((await run('redeem abc')).stderr).toContain('Try again in 17 s.')
  })
})

describe('2: the command line is wrong, nothing was sent', () => {
  test.each([
    'nonsense',
    'channel get',
    'channel list --json --nonsense',
    'token create --name a --quota 5eur',
    'token create --name a --quota 1 --unlimited',
    'token list --timeout soon',
    'token list -o xml',
    'token list --limit 0',
    'token list --url ftp://x',
    'channel create --type openai --name a --model-mapping {',
    'channel create --type openai --name a --key-env NOT_SET',
    'channel create --type openai --name a --key-env KEY --key-stdin',
    'channel test',
    'option set A',
    'api FETCH /api/status',
    'api GET https://elsewhere.example/api',
    'api GET //elsewhere.example/api',
  ])('%s', async (line) => {
    const { code, stdout, stderr } = await run(line)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).not.toBe('')
    expect(server.calls).toEqual([])
  })

  test('in JSON mode that is said in JSON, too', async () => {
    const { stderr } = await run('channel get --json')
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'usage', status: null })
  })

  test.each(['channel delete main', 'token delete ci', 'user disable alice', 'user credit alice -- -5'])(
    '%s destroys: without --yes and without a terminal nothing happens',
    async (line) => {
      server.on('GET /api/user/search', listed([{ id: 4, username: 'alice', status: 1, DeletedAt: null }]))
      const { code, stderr } = await run(line)
      expect(code).toBe(2)
      // The context is named first.
      expect(stderr).toMatch(/^context default \(http:\/\/127\.0\.0\.1:\d+\)\n/)
      expect(stderr).toContain('--yes')
      expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([])
    },
  )
})

describe('3: not signed in', () => {
  test('logout without anything to sign out of', async () => {
    expect((await run('logout')).code).toBe(3)
  })
})

describe('5: what was named does not exist', () => {
  test.each([
    'channel get other',
    'channel delete other --yes',
    'channel test other',
    'token get other',
    'option get Other',
  ])('%s', async (line) => {
    server.on('GET /api/option/', good([{ key: 'RetryTimes', value: '3', is_secret: false, is_set: true }]))
    expect((await run(line)).code).toBe(5)
  })

  test('unless that is fine', async () => {
    expect(await run('channel delete other --if-exists --yes -q')).toMatchObject({
      code: 0,
      stdout: 'other\n',
    })
  })

  test('a context that nobody made', async () => {
    const { code, stderr } = await run('token list --context nobody')
    expect(code).toBe(5)
    expect(stderr).toContain('no context "nobody"')
  })
})

describe('6: it already exists', () => {
  test('create of a name that exists changes nothing', async () => {
    for (const line of [
      'channel create --type openai --name main --models a --key-env KEY',
      'token create --name ci',
    ]) {
      expect((await run(line)).code).toBe(6)
      expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([])
    }
  })

  test('a name that two objects have is not guessed at', async () => {
    server.on('GET /api/channel/search', listed([aChannel(), aChannel({ id: 2 })]))
    const { code, stderr } = await run('channel get main')
    expect(code).toBe(6)
    expect(stderr).toContain('1, 2')
  })

  test('setup of a server that is set up', async () => {
    server.on('GET /api/setup', good({ status: true, root_init: true, database_type: 'sqlite' }))
    const { code, stderr } = await run('setup --username root --password-env KEY --yes')
    expect(code).toBe(6)
    expect(stderr).toContain('already set up')
    expect(server.calls.map(({ url }) => url)).toEqual(['/api/setup'])
  })
})

describe('7: rejected', () => {
  test('a channel type that does not exist', async () => {
    expect((await run('channel create --type nonsense --name a --models m --key-env KEY')).code).toBe(7)
  })
})

describe('9: the network, the time, the server', () => {
  test('nobody listens', async () => {
    const { code, stderr } = await run('token list --url http://127.0.0.1:9')
    expect(code).toBe(9)
    expect(stderr).toContain('cannot reach http://127.0.0.1:9')
  })

  test('no answer in time', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { code, stderr } = await run(`token list --timeout 0.05 --url http://127.0.0.1:${port}`)
    mute.close()
    expect(code).toBe(9)
    expect(stderr).toContain('within 0.05 s')
  })

  test('a server that is up but not ready', async () => {
    server.on('GET /readyz', refused(503, 'shutting_down'))
    server.on('GET /api/setup', good({ status: true, root_init: true, database_type: 'sqlite' }))
    const { code, stdout } = await run('status --json')
    expect(code).toBe(9)
    expect(JSON.parse(stdout)).toMatchObject({ is_ready: false, is_set_up: true })
  })

  test('status waits until the server is ready', async () => {
    let asked = 0
    server.on('GET /readyz', () => {
      asked += 1
      return asked < 3 ? refused(503, 'shutting_down') : { body: { status: 'ok' } }
    })
    server.on('GET /api/setup', good({ status: true, root_init: true, database_type: 'sqlite' }))
    expect(await run('status --wait 30s')).toMatchObject({ code: 0 })
    expect(asked).toBe(3)
  })
})

describe('1: not a Tollgate server', () => {
  test.each([
    ['a web page', { status: 200, body: '<html>Welcome</html>' }],
    ['JSON of something else', { status: 200, body: { ok: true } }],
    ['a list that is none', good('nothing')],
    [
      'a redirect, which would take the token along',
      { status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' },
    ],
  ])('%s', async (_, reply) => {
    server.on('GET /api/token/', reply)
    const { code, stdout, stderr } = await run('token list')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).not.toContain('Welcome')
  })

  test("a proxy's own error page keeps the meaning of its status", async () => {
    server.on('GET /api/token/', { status: 502, body: '<html>Bad Gateway</html>' })
    expect((await run('token list')).code).toBe(9)
  })
})

describe('11: partly done', () => {
  test('what exists after a batch that broke is named', async () => {
    server.on('GET /api/token/search', listed([]))
    let made = 0
    server.on('POST /api/token/', ({ body }) => {
      made += 1
      return made > 2 ? refused(409, 'token_limit_reached') : good(aToken({ ...(body as object), id: made }))
    })
    const { code, stdout, stderr } = await run('token create --name team -n 5')
    expect({ code, stdout }).toEqual({ code: 11, stdout: '' })
    expect(stderr).toContain('only 2 of 5 were created')
    expect(stderr).toContain('team, team-')
  })
})

describe('12: a check failed', () => {
  test('a channel that fails its test is reported as data', async () => {
    server.on('GET /api/channel/test/1', refused(502, 'channel_test_failed', 'the upstream said 401'))
    const { code, stdout, stderr } = await run('channel test main --json')
    expect({ code, stderr }).toEqual({ code: 12, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'failed',
      name: 'main',
      reason: 'the upstream said 401',
    })
  })

  const check = {
    id: 'I1',
    name: 'balance = sum of the entries',
    state: 'ok',
    ok: true,
    checked: 2,
    violations: 0,
    error: null,
    first: null,
  }
  const report = (state: string, checks: readonly unknown[]) =>
    good({
      state,
      entries: 3,
      since: 0,
      took_ms: 1,
      checks,
      trial_balance: { balances_exact: '100', held_exact: '0', by_kind_exact: {} },
    })

  test.each([
    ['clean', 0],
    ['violated', 12],
    ['unknown', 1],
  ])('books that are %s: %i', async (state, exitCode) => {
    server.on('GET /api/audit/', report(state, [check]))
    expect(await run('audit -q')).toMatchObject({ code: exitCode, stdout: `${state}\n` })
  })

  test('broken books name the first wrong row', async () => {
    const first = { user: 1, wallet: 1, seq: 3, row: 'entries 12', expected: '5000', found: '4000' }
    server.on(
      'GET /api/audit/',
      report('violated', [{ ...check, state: 'violated', ok: false, violations: 2, first }]),
    )
    const { code, stdout } = await run('audit')
    expect(code).toBe(12)
    expect(stdout).toContain('I1: 2 errors, the first in entries 12: expected 5000, found 4000')
    expect(stdout).toContain('do not add up: 1 rules violated')
  })

  test('audit that cannot ask is not 12 and not 0', async () => {
    server.on('GET /api/audit/', refused(503, 'storage_unavailable'))
    expect((await run('audit')).code).toBe(9)
    expect((await run('audit --url http://127.0.0.1:9')).code).toBe(9)
  })
})
