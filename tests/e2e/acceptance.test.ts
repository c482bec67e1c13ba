import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from '../support/gateway/gateway-process.ts'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'

/** Goes from an empty directory to an explained charge, using only the program and the official client. */

const scratch = mkdtempSync(join(tmpdir(), 'tollgate-acceptance-'))
const launcher = fileURLToPath(new URL('../../bin/tollgate', import.meta.url))
const model = 'gpt-4o-mini'
const messages = [{ role: 'user' as const, content: 'Hello' }]
const secrets = { ROOT_PASSWORD: 'marker-password-1', UPSTREAM_KEY: 'marker-upstream-key' }

let upstream: Simulator
let gateway: GatewayProcess
/** The complete output of the daemon of the first test, at debug level. */
let written = ''

beforeAll(async () => {
  upstream = await startSimulator({ models: [model], keys: [secrets.UPSTREAM_KEY] })
  gateway = await startGateway({ dataDir: join(scratch, 'data'), env: { TOLLGATE_LOG_LEVEL: 'debug' } })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** Runs a command and returns its standard output. @throws Error unless it exits with 0 */
const tollgate = async (...words: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, ...words], {
    env: {
      ...process.env,
      ...secrets,
      TOLLGATE_CONFIG_DIR: join(scratch, 'config'),
      TOLLGATE_URL: gateway.url,
      TOLLGATE_NO_INPUT: '1',
    },
  })
  return stdout
}
const json = async <Result>(...words: string[]) => JSON.parse(await tollgate(...words, '--json')) as Result

interface Log {
  readonly request_id: string
  readonly is_stream: boolean
  readonly quota_exact: string
  readonly usage_source: string
}

it('sets up, connects an upstream, makes a token, gets answers and explains what they cost', async () => {
  await tollgate(
    'setup',
    '--username',
    'root',
    '--password-env',
    'ROOT_PASSWORD',
    '--mode',
    'external',
    '--yes',
  )
  await tollgate(
    ...['channel', 'create', '--type', 'openai', '--name', 'main', '--base-url', upstream.url],
    ...['--models', model, '--key-env', 'UPSTREAM_KEY'],
  )
  const key = (await tollgate('token', 'create', '--name', 'ci', '--quota', '5usd', '-q')).trim()
  expect(key).toMatch(/^sk-[0-9A-Za-z]{48}$/)

  const openai = new OpenAI({ apiKey: key, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  upstream.always({
    text: 'Good day',
    usageValues: { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
  })
  const plain = await openai.chat.completions.create({ model, messages }).withResponse()
  expect(plain.data.choices[0]?.message.content).toBe('Good day')
  let streamed = ''
  for await (const chunk of await openai.chat.completions.create({ model, messages, stream: true }))
    streamed += chunk.choices[0]?.delta.content ?? ''
  expect(streamed).toBe('Good day')

  // (1000 + 500 x 4) x 0.075 quota units each.
  const logs = await json<Log[]>('logs', '--type', 'consume')
  expect(logs).toMatchObject([
    { is_stream: true, quota_exact: '225', usage_source: 'upstream' },
    { is_stream: false, quota_exact: '225', usage_source: 'upstream' },
  ])
  const requestId = plain.response.headers.get('x-request-id') ?? ''
  expect(logs[1]?.request_id).toBe(requestId)

  const explained = await tollgate('explain', requestId)
  for (const part of [
    /routing +1 +main/,
    /1\s000 new \+ 500 out x 4\) x model 0\.075/,
    /= 225 quota/,
    /hold/,
  ])
    expect(explained).toMatch(part)
  const explanation = await json<{ explanation: object }>('explain', requestId)
  expect(explanation).toMatchObject({
    outcome: 'charged',
    quota_exact: '225',
    explanation: {
      candidates: [{ channel_name: 'main' }],
      attempts: [{ channel_name: 'main', status: 200 }],
      price: { line: expect.stringContaining('0.075') },
    },
  })
  // Any other exit code than 0 throws.
  await tollgate('audit')
})

it('C-TYPE-00 the catalogue has 37 channel types', async () => {
  expect(await json<unknown[]>('channel', 'types')).toHaveLength(37)
})

it('A-STATUS-09 the status has the version of the program, and a new start time after a restart', async () => {
  const status = async () =>
    (
      (await (await fetch(`${gateway.url}/api/status`)).json()) as {
        data: { version: string; start_time: number }
      }
    ).data
  const before = await status()
  expect(await tollgate('version')).toContain(before.version)
  // Start times are whole seconds.
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(before.start_time)
  await gateway.stop()
  written = gateway.output()
  gateway = await startGateway({ dataDir: join(scratch, 'data'), port: Number(new URL(gateway.url).port) })
  const after = await status()
  expect(after.start_time).toBeGreaterThan(before.start_time)
  expect(after.version).toBe(before.version)
  await tollgate('audit')
})

it('A-USER-26 A-OPTG-06 the process has written neither password nor key', () => {
  expect(written).not.toBe('')
  expect(written).not.toContain('marker-')
})
