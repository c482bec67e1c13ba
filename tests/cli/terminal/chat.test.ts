import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admin, signIn } from '../../support/gateway/admin.ts'
import { type GatewayProcess, startGateway } from '../../support/gateway/gateway-process.ts'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { runBin } from '../support/run-bin.ts'
import { startTerminal } from '../support/terminal.ts'

const scratch = await mkdtemp(join(tmpdir(), 'tollgate-chat-'))
let gateway: GatewayProcess
let upstream: Simulator
let admin: Admin
let key: string
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  upstream = await startSimulator({ models: ['gpt-4o-mini', 'gpt-4o'], keys: ['sk-upstream'] })
  gateway = await startGateway()
  admin = await signIn(gateway.url)
  await admin.createChannel({
    name: 'main',
    key: 'sk-upstream',
    models: 'gpt-4o-mini,gpt-4o',
    base_url: upstream.url,
  })
  key = (await admin.createToken({ name: '报表任务' })).key
  const made = await admin.call<{ token: string }>('POST', '/api/access_token/', { name: 't', scopes: ['*'] })
  env = { TOLLGATE_URL: gateway.url, TOLLGATE_TOKEN: made.token, TOLLGATE_CONFIG_DIR: scratch }
})
afterAll(async () => {
  await gateway.stop()
  await upstream.close()
  await rm(scratch, { recursive: true, force: true })
})

const chargedFor = async (requestId: string) =>
  (await admin.call<{ quota_exact: string }>('GET', `/api/log/explain/${requestId}`)).quota_exact

describe('one question without a terminal', () => {
  test('the words go to standard output, the price to standard error', async () => {
    const { code, stdout, stderr } = await runBin(['chat', 'gpt-4o-mini', '-m', 'Hello'], { env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Hello from the simulator.*\n$/)
    const [, requestId = ''] = / (req_\S+)\n$/.exec(stderr) ?? []
    expect(stderr).toMatch(/^gpt-4o-mini\S* {2}\d+ in {2}\d+ out {2}\$0\.0000\d+ {2}req_/)
    expect(Number(await chargedFor(requestId))).toBeGreaterThan(0)
  })

  test('the question may come by standard input, and --json has answer, usage and price', async () => {
    const { code, stdout, stderr } = await runBin(['chat', 'gpt-4o-mini', '--json', '--system', 'Be short'], {
      env,
      stdin: 'Hello\n',
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const answer = JSON.parse(stdout)
    expect(answer).toMatchObject({
      text: expect.stringContaining('Hello from the simulator'),
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
      token: '报表任务',
      finish_reason: 'stop',
    })
    expect(answer.quota_exact).toBe(await chargedFor(answer.request_id))
  })

  test('a key is enough: nobody has to be signed in, and the key is printed nowhere', async () => {
    const { code, stdout, stderr } = await runBin(
      ['chat', 'gpt-4o-mini', '-m', 'Hello', '--token-key-env', 'CI_KEY'],
      { env: { TOLLGATE_URL: gateway.url, TOLLGATE_CONFIG_DIR: scratch, CI_KEY: key } },
    )
    expect(code).toBe(0)
    expect(stderr).toMatch(/\$0\.0000/)
    expect(stdout + stderr).not.toContain(key)
  })

  test('--curl prints the call with the key masked and makes none', async () => {
    const before = upstream.hits
    const { code, stdout } = await runBin(['chat', 'gpt-4o-mini', '-m', 'Hello', '--curl'], { env })
    expect(code).toBe(0)
    expect(stdout).toContain(`${gateway.url}/v1/chat/completions`)
    expect(stdout).toContain('Bearer ***')
    expect(stdout).not.toContain(key)
    expect(upstream.hits).toBe(before)
  })

  test.each([
    [['chat', '-m', 'Hello'], {}, 2, 'missing argument <model>'],
    [['chat', 'gpt-4o-mini'], {}, 2, 'no message given'],
    [['chat', 'gpt-4o-mini', '-m', 'a', '--token', 'nobody'], {}, 5, 'there is no API token "nobody"'],
    [['chat', 'gpt-4o-mini', '-m', 'a', '--token-key-env', 'K'], { K: 'sk-wrong' }, 3, ''],
    [['chat', 'gpt-4o-mini', '-m', 'a', '--token-key', 'sk-x'], {}, 2, 'everyone on this machine can see'],
    [['chat', 'no-such-model', '-m', 'a'], {}, 5, 'no-such-model'],
  ])('%j with %j ends with %i', async (argv, more, exit, message) => {
    const { code, stdout, stderr } = await runBin(argv, { env: { ...env, ...more } })
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('an answer that ends in the middle ends with 9, and what came stays', async () => {
    upstream.next({ chunks: 10, cutAfterEvents: 4, cut: 'reset' })
    const { code, stdout, stderr } = await runBin(['chat', 'gpt-4o-mini', '-m', 'Hello'], { env })
    expect(code).toBe(9)
    expect(stdout).not.toBe('')
    expect(stderr).toContain('tollgate explain req_')
  })
})

describe('a conversation on a terminal', () => {
  test('every question carries what was said; each answer shows its price; an empty line ends it', async () => {
    const terminal = await startTerminal(['chat', 'gpt-4o-mini'], { env })
    await terminal.until('Ask gpt-4o-mini')
    await expect.poll(() => terminal.cursor()).toMatchObject({ x: 2, isVisible: true })
    await terminal.type('你好')
    await terminal.until('> 你好')
    await terminal.press('Enter')
    const first = await terminal.until(
      (screen) => /\$0\.0000\d+ {2}req_/.test(screen) && screen.includes('Ask gpt'),
    )
    expect(first).toMatch(
      /^> 你好\nHello from the simulator.*\ngpt-4o-mini.* in .* out {2}\$0\.0000\d+ {2}req_\S+\n\n> Ask/,
    )
    await terminal.type('And now?')
    await terminal.until('> And now?')
    await terminal.press('Enter')
    await terminal.until((screen) => (screen.match(/req_/g) ?? []).length === 2 && screen.includes('Ask gpt'))
    const body = upstream.requests.at(-1)?.json as { messages: { role: string; content: string }[] }
    expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect(await terminal.screen()).not.toContain('Ask gpt')
    expect(await terminal.cursor()).toMatchObject({ isVisible: true })
  })

  test('the model is chosen from a list when it is missing', async () => {
    const terminal = await startTerminal(['chat'], { env: { ...env, TOLLGATE_LANG: 'zh' } })
    await terminal.until('2 / 2')
    await terminal.press('Down', 'Enter')
    await terminal.until('向 gpt-4o-mini 提问')
    await terminal.press('C-d')
    expect(await terminal.exitCode()).toBe(0)
  })

  test('Esc stops an answer that is on its way, and the gateway settles it', async () => {
    const before = upstream.hits
    upstream.next({ chunks: 50, holdAt: 3 })
    const terminal = await startTerminal(['chat', 'gpt-4o-mini'], { env })
    await terminal.until('Ask gpt-4o-mini')
    await terminal.type('Long one')
    await terminal.until('> Long one')
    await terminal.press('Enter')
    const exchange = await upstream.received(before + 1)
    await exchange.held
    await terminal.until((screen) => !screen.includes('Ask') && !screen.includes('waiting'))
    await terminal.press('Escape')
    await terminal.until('stopped')
    expect(await exchange.over).toBe('aborted')
    await terminal.until('Ask gpt-4o-mini')
    await terminal.press('C-c')
    expect(await terminal.exitCode()).toBe(130)
  })

  test('a refused question is reported, and can be edited and sent again', async () => {
    upstream.next({ status: 400 })
    const terminal = await startTerminal(['chat', 'gpt-4o-mini'], { env })
    await terminal.until('Ask gpt-4o-mini')
    await terminal.type('Something wrong')
    await terminal.until('> Something wrong')
    await terminal.press('Enter')
    const screen = await terminal.until((text) => (text.match(/> Something wrong/g) ?? []).length === 2)
    expect(screen.split('\n').at(-2)).toBe('> Something wrong')
  })
})
