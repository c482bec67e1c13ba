import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { maskSecrets } from '../../src/cli/client/curl.ts'
import { commandIndex } from '../../src/cli/command-index.ts'
import { tokenName, tokenReference } from '../../src/cli/input/secret.ts'
import { allOptions } from '../../src/cli/shared-options.ts'
import {
  aChannel,
  aToken,
  good,
  listed,
  openContractServer,
  theStatus,
  theTypes,
} from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

const secret = 'sk-very-secret-0123456789'
const server = await openContractServer()
const terminal = await openTerminal({
  TOLLGATE_URL: server.url,
  TOLLGATE_TOKEN: 'at_secret_token',
  KEY: secret,
})
const run = (line: string, stdin = '') => terminal.run(line.split(' '), { stdin })

beforeEach(() => {
  server.reset()
  server.on('GET /api/status', theStatus)
  server.on('GET /api/channel/types', good(theTypes))
  server.on('GET /api/channel/search', listed([]))
  server.on('POST /api/channel/', ({ body }) => good(aChannel(body as Record<string, unknown>)))
})

const create = 'channel create --type openai --name a --models m'

describe('a secret is never the value of a flag', () => {
  test.each([
    [`${create} --key ${secret}`, '--key-env'],
    [`${create} --key=${secret}`, '--key-env'],
    [`setup --username root --password ${secret}`, '--password-env'],
    [`login --username root --password ${secret}`, '--password-env'],
    [`user create --username a --password ${secret}`, '--password-env'],
    [`code create --name a --quota 1 --key ${secret}`, '--key-env'],
    [`chat gpt-4o --token ${secret} -m hello`, '--token-key-env'],
    [`connect env --token ${secret}`, '--token-key-env'],
    [`explain --model m --token ${secret}`, 'tollgate token list'],
    [`option set SMTPToken ${secret}`, '--value-env'],
    [`option set oidc.client_secret ${secret}`, '--value-env'],
    [`option set SMTPToken --value ${secret}`, '--value-env'],
  ])('%s', async (line, rightForm) => {
    const { code, stdout, stderr } = await run(line)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(rightForm)
    expect(stderr).not.toContain(secret)
    expect(server.calls).toEqual([])
  })

  test('no command has a flag that takes one', async () => {
    const guards = new Set<unknown>([tokenName, tokenReference])
    for (const { load } of commandIndex) {
      const command = await load()
      for (const { flag, isHidden, parse } of Object.values(allOptions(command)))
        if (/^--(key|password|token|secret|value)\b(?!-)/.test(flag) && !guards.has(parse))
          expect({ flag, isHidden }).toEqual({ flag, isHidden: true })
    }
  })
})

describe('the three ways to give one', () => {
  const sent = () =>
    (server.calls.find(({ method }) => method === 'POST')?.body as { key?: string } | undefined)?.key

  test('standard input, without its last line break', async () => {
    expect((await run(`${create} --key-stdin`, `${secret}\n`)).code).toBe(0)
    expect(sent()).toBe(secret)
  })

  test('a file', async () => {
    const path = join(terminal.configDirectory, 'key.txt')
    await writeFile(path, `${secret}\r\n`)
    expect((await run(`${create} --key-file ${path}`)).code).toBe(0)
    expect(sent()).toBe(secret)
  })

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${secret}\r\n`)],
    ['UTF-16, as PowerShell writes it', Buffer.from(`\uFEFF${secret}\r\n`, 'utf16le')],
  ])('a file in %s', async (_, bytes) => {
    const path = join(terminal.configDirectory, 'key.txt')
    await writeFile(path, bytes)
    expect((await run(`${create} --key-file ${path}`)).code).toBe(0)
    expect(sent()).toBe(secret)
  })

  test('standard input with a byte order mark', async () => {
    expect((await run(`${create} --key-stdin`, `\uFEFF${secret}\n`)).code).toBe(0)
    expect(sent()).toBe(secret)
  })

  test('a variable of the environment', async () => {
    expect((await run(`${create} --key-env KEY`)).code).toBe(0)
    expect(sent()).toBe(secret)
  })

  test('several keys on several lines stay several', async () => {
    await run(`${create} --key-stdin`, 'sk-1\nsk-2\n')
    expect(sent()).toBe('sk-1\nsk-2')
  })

  test('an empty one is refused', async () => {
    expect((await run(`${create} --key-stdin`, '\n')).code).toBe(2)
  })
})

describe('--curl', () => {
  test('prints the call without any secret and does not make it', async () => {
    const { code, stdout, stderr } = await run(`${create} --key-env KEY --curl`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^curl -sS -X POST 'http:\/\/127\.0\.0\.1:\d+\/api\/channel\/' /)
    expect(stdout).toContain('Authorization: Bearer ***')
    expect(stdout).toContain('"key":"***"')
    expect(stdout).not.toMatch(/at_secret_token|sk-very/)
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('a secret setting is masked, an ordinary one is not', async () => {
    server.on('GET /api/option/', good([]))
    expect((await run('option set SMTPToken --value-env KEY --curl')).stdout).toContain(
      '{"key":"SMTPToken","value":"***"}',
    )
    expect((await run('option set RetryTimes 3 --curl')).stdout).toContain('{"key":"RetryTimes","value":"3"}')
  })

  test('setup prints no password', async () => {
    server.on(
      'GET /api/setup',
      good({ status: false, root_init: false, database_type: 'sqlite', code_required: false }),
    )
    const { stdout } = await run('setup --username root --password-env KEY --curl')
    expect(stdout).toContain('"password":"***","confirmPassword":"***"')
    expect(stdout).not.toContain('sk-very')
  })

  test('login prints no password and signs nobody in', async () => {
    const { code, stdout } = await run(`login ${server.url} --username root --password-env KEY --curl`)
    expect(code).toBe(0)
    expect(stdout).toContain('{"username":"root","password":"***"}')
    expect(server.calls).toEqual([])
  })

  test('nothing in the call can break out of the shell quotes', async () => {
    const { stdout } = await terminal.run([
      'api',
      'POST',
      "/api/x'y",
      '--data',
      '{"a":"it\'s $HOME"}',
      '--curl',
    ])
    expect(stdout).toContain("'{\"a\":\"it'\\''s $HOME\"}'")
    expect(stdout).not.toContain("x'y")
  })

  test('secrets deep in a body are masked as well', () => {
    expect(maskSecrets({ list: [{ key: 'sk-1', name: 'a' }], token: 't', keys: '', n: 1 })).toEqual({
      list: [{ key: '***', name: 'a' }],
      token: '***',
      keys: '',
      n: 1,
    })
  })
})

describe("a token's key", () => {
  beforeEach(() => {
    server.on('GET /api/token/search', listed([]))
    server.on('POST /api/token/', ({ body }) => good(aToken(body as Record<string, unknown>)))
  })

  test('is printed once when it is made, alone with -q', async () => {
    const key = `sk-${aToken().key}`
    expect(await run('token create --name ci -q')).toEqual({ code: 0, stdout: `${key}\n`, stderr: '' })
    const json = await run('token create --name ci --json')
    expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'ci', key }])
    expect((await run('token create --name ci')).stdout.split(key)).toHaveLength(2)
  })

  test('is masked in lists, in every format', async () => {
    server.on('GET /api/token/', listed([aToken()]))
    for (const format of ['table', 'json', 'yaml', 'ndjson', 'csv', 'name']) {
      const { stdout } = await run(`token list -o ${format}`)
      expect(stdout).not.toBe('')
      expect(stdout).not.toContain(aToken().key)
    }
  })

  test('is shown by get only when asked for', async () => {
    server.on('GET /api/token/7', good(aToken()))
    expect((await run('token get 7 --json')).stdout).not.toContain(aToken().key)
    expect((await run('token get 7 --show-key -q')).stdout).toBe(`sk-${aToken().key}\n`)
  })
})

test('a dry run shows the plan without the secret and changes nothing', async () => {
  const { code, stdout } = await run(`${create} --key-env KEY --dry-run --json`)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ result: 'would create', type: 1, name: 'a', models: 'm', key: '***' })
  expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([])
})
