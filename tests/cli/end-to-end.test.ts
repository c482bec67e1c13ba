import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/services/server-process.ts'
import { startSimulator } from '../support/simulator/simulator.ts'
import { oldNode, runBin, startBin, until } from './support/run-bin.ts'

/**
 * Sets up and uses a gateway from scratch with nothing but commands. The real daemon runs in its own process, started
 * the way a machine with an older Node starts it. A provider simulator is its upstream.
 */
const scratch = await mkdtemp(join(tmpdir(), 'tollgate-end-to-end-'))
const upstream = await startSimulator({ models: ['gpt-4o-mini'], keys: ['sk-upstream'] })
const node = oldNode === undefined ? {} : { node: oldNode }
const daemon = startBin(['serve', '--port', '0', '--data', join(scratch, 'data')], {
  ...node,
  env: { TOLLGATE_LOG_LEVEL: 'silent' },
})
let url = ''

beforeAll(async () => {
  url = (await until(daemon.stdout, /listens on (http:\/\/\S+)/))[1] ?? ''
})

afterAll(async () => {
  if (daemon.exitCode === null && daemon.signalCode === null) {
    daemon.kill('SIGKILL')
    await once(daemon, 'close')
  }
  await upstream.close()
  await rm(scratch, { recursive: true, force: true })
})

const secrets = {
  ROOT_PASSWORD: 'correct-horse',
  ALICE_PASSWORD: 'battery-staple',
  UPSTREAM_KEY: 'sk-upstream',
}

async function tollgate(line: string, stdin = '') {
  const { code, stdout, stderr } = await runBin(line.split(' '), {
    env: { ...secrets, TOLLGATE_CONFIG_DIR: join(scratch, 'config'), TOLLGATE_NO_INPUT: '1' },
    stdin,
  })
  return { code, stdout, stderr }
}

/** Returns the output of a command that must succeed. */
async function output(line: string): Promise<string> {
  const { code, stdout, stderr } = await tollgate(line)
  expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}
const json = async (line: string) => JSON.parse(await output(`--json ${line}`))

/** Makes one chat call as a client does. @returns the request ID */
async function chat(key: string, isStream: boolean): Promise<string> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      stream: isStream,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  })
  expect(await response.text()).toContain('simulator')
  expect(response.status).toBe(200)
  return response.headers.get('x-request-id') ?? ''
}

test('a server that is not set up says what to do, and setup does it once', async () => {
  expect(await json(`status --wait 30s --url ${url}`)).toMatchObject({
    url,
    is_ready: true,
    is_set_up: false,
  })
  const early = await tollgate(`token list --url ${url}`)
  expect(early.code).toBe(9)
  expect(early.stderr).toContain('tollgate setup')

  expect(
    await json(`setup --url ${url} --username root --password-env ROOT_PASSWORD --mode external --yes`),
  ).toMatchObject({
    result: 'done',
    url,
    username: 'root',
    role: 100,
    context: 'default',
  })
  expect((await tollgate(`setup --username root --password-env ROOT_PASSWORD --yes`)).code).toBe(6)
  expect((await stat(join(scratch, 'config', 'contexts.json'))).mode & 0o777).toBe(0o600)
  expect(await json('whoami')).toMatchObject({
    username: 'root',
    role: 100,
    url_from: 'context',
    token_from: 'context',
  })
})

test('channels: created once, ensured again and again, tested, listed', async () => {
  expect(await json('channel types')).toHaveLength(37)
  const create = `channel create --type openai --name main --models gpt-4o-mini --base-url ${upstream.url} --key-env UPSTREAM_KEY`
  expect(await json(create)).toMatchObject({ result: 'created', id: 1, name: 'main', status: 1 })
  expect((await tollgate(create)).code).toBe(6)

  const ensure = 'channel ensure --type openai --name main --models gpt-4o-mini --key-env UPSTREAM_KEY'
  expect(await json(ensure)).toMatchObject({ result: 'unchanged' })
  expect(await json(`${ensure} --priority 5`)).toMatchObject({ result: 'updated', changed: ['priority'] })
  expect(await json('channel test main')).toMatchObject({ result: 'passed', model: 'gpt-4o-mini' })
  expect(await json('channel models main')).toEqual(['gpt-4o-mini'])

  expect(
    await json(`${ensure.replace('main', 'wrong-key')} --base-url ${upstream.url} --dry-run`),
  ).toMatchObject({ result: 'would create', id: null })
  const { code } = await tollgate(
    `channel create --type openai --name wrong-key --models gpt-4o-mini --base-url ${upstream.url} --key-env ROOT_PASSWORD`,
  )
  expect(code).toBe(0)
  expect((await tollgate('channel test wrong-key')).code).toBe(12)
  expect(await json('channel disable wrong-key')).toMatchObject({ result: 'disabled' })
  expect((await tollgate('channel delete wrong-key')).code).toBe(2)
  expect(await json('channel delete wrong-key --yes')).toMatchObject({ result: 'deleted' })
  expect((await tollgate('channel get wrong-key')).code).toBe(5)
  expect(await output('channel list -o name')).toBe('main\n')
  expect(await json('channel list --type deepseek')).toEqual([])
  expect(await json('channel balance main')).toMatchObject({ result: 'updated', currency: 'USD' })
})

test('a token gets answers, plain and streamed; logs, explain and audit account for them', async () => {
  const key = (await output('token create --name ci --quota 1usd --models gpt-4o-mini -q')).trim()
  expect(key).toMatch(/^sk-[A-Za-z0-9]{48}$/)
  expect((await tollgate('token create --name ci')).code).toBe(6)
  expect((await output('token get ci --show-key -q')).trim()).toBe(key)

  const plain = await chat(key, false)
  const streamed = await chat(key, true)
  const rows = await json('logs --type consume --model gpt-4o-mini')
  expect(rows).toMatchObject([
    {
      request_id: streamed,
      is_stream: true,
      usage_source: 'upstream',
      token_name: 'ci',
      channel_name: 'main',
    },
    { request_id: plain, is_stream: false, usage_source: 'upstream', token_name: 'ci', channel_name: 'main' },
  ])
  for (const row of rows) {
    expect(Number(row.quota_exact)).toBeGreaterThan(0)
    expect(Number(row.usd)).toBeCloseTo(Number(row.quota_exact) / 500_000, 12)
  }

  const explanation = await output(`explain ${plain}`)
  expect(explanation).toContain('POST /v1/chat/completions  gpt-4o-mini  token ci  group default')
  expect(explanation).toMatch(/routing {3}1 {2}main .* 200/)
  expect(explanation).toMatch(/price {5}\(\d+ new \+ \d+ out x 4\) x model 0\.075 x group default 1\n/)
  expect(explanation).toContain(`= ${rows[1].quota_exact} quota = $${rows[1].usd} `)
  expect(explanation).toContain('usage stated by the upstream')
  expect((await tollgate('explain req_00000000000000000000000000')).code).toBe(5)

  const [token] = await json('token list --search ci')
  expect(token).toMatchObject({
    name: 'ci',
    status: 1,
    used_quota_exact: String(Number(rows[0].quota_exact) + Number(rows[1].quota_exact)),
  })
  expect(await json('audit')).toMatchObject({ state: 'clean' })

  expect(await json('token disable ci')).toMatchObject({ result: 'disabled' })
  const refusedCall = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
  expect(refusedCall.status).toBe(401)
})

test('users, money and codes', async () => {
  expect(await json('user create --username alice --password-env ALICE_PASSWORD')).toMatchObject({
    result: 'created',
    username: 'alice',
  })
  expect(await json('user credit alice 0.5usd --note hello --idempotency-key first')).toMatchObject({
    delta_exact: '250000',
    quota_exact: '250000',
  })
  expect(await json('user credit alice 0.5usd --note hello --idempotency-key first')).toMatchObject({
    quota_exact: '250000',
  })
  expect(await json('user credit alice --yes -- -0.1usd')).toMatchObject({
    delta_exact: '-50000',
    quota_exact: '200000',
  })

  const code = (await output('code create --name welcome --quota 1usd -q')).trim()
  expect(
    await json(`login ${url} --username alice --password-env ALICE_PASSWORD --context alice`),
  ).toMatchObject({ username: 'alice', role: 1 })
  expect(await json(`redeem ${code}`)).toMatchObject({ quota: 500_000, is_gift: false })
  expect((await tollgate(`redeem ${code}`)).code).toBe(6)
  expect(await json('whoami')).toMatchObject({ username: 'alice', quota_exact: '700000', context: 'alice' })

  // Actions that only administrators may perform are refused. The user's own log is available.
  expect((await tollgate('channel list')).code).toBe(4)
  expect((await tollgate('audit')).code).toBe(4)
  expect(await json('logs')).toMatchObject([{ type: 1 }, { type: 3 }, { type: 3 }])

  expect((await tollgate('user list --context default')).code).toBe(0)
  expect(await json('user disable alice --yes --context default')).toMatchObject({ result: 'disabled' })
  expect((await tollgate('whoami')).code).toBe(4)
  expect(await json('user enable alice --context default')).toMatchObject({ result: 'enabled' })
  await output('context use default')
  expect(await json('audit')).toMatchObject({ state: 'clean' })
})

test('settings', async () => {
  expect(await json('option set RetryTimes 2')).toMatchObject({ result: 'updated', after: '2' })
  expect(await output('option get RetryTimes')).toBe('2\n')
  expect((await tollgate('option set RetryTimes many')).code).toBe(7)
  expect((await tollgate('option set NoSuchOption 1')).code).toBe(7)
  expect((await tollgate('option get NoSuchOption')).code).toBe(5)
  expect(await json('group list')).toContainEqual(expect.objectContaining({ name: 'default', ratio: 1 }))
  expect(await json('price list --model gpt-4o-mini')).toMatchObject([
    { model_name: 'gpt-4o-mini', model_ratio: 0.075 },
  ])
  expect(JSON.parse(await output('api GET /api/status'))).toMatchObject({
    success: true,
    data: { setup: true },
  })
})

test('logout revokes the token: nobody who copied it can use it', async () => {
  const stored = JSON.parse(await readFile(join(scratch, 'config', 'contexts.json'), 'utf8'))
  const token: string = stored.contexts.default.token
  expect(await json('logout --context default')).toMatchObject({ is_revoked: true })
  const response = await fetch(`${url}/api/user/self`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(401)
  expect((await tollgate('whoami --context default')).code).toBe(3)
})

test('SIGTERM to the launcher ends the daemon in order, and its exit code comes back', async () => {
  daemon.kill('SIGTERM')
  expect(await once(daemon, 'close')).toEqual([0, null])
})

test('a daemon starts and goes on when nobody reads its output', async () => {
  const port = await freePort()
  const unread = startBin(['serve', '--port', String(port), '--data', join(scratch, 'unread')], node)
  unread.stdout.destroy()
  unread.stderr.destroy()
  const statusOf = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => undefined,
    )
  await expect.poll(statusOf).toBe(200)
  // The daemon prints its first lines right after that.
  for (let call = 0; call < 20; call += 1) expect(await statusOf()).toBe(200)
  unread.kill('SIGTERM')
  expect(await once(unread, 'exit')).toEqual([0, null])
})
