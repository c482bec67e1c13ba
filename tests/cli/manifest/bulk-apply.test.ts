import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../support/services/postgres.ts'
import { startTestApi, type TestApi } from '../../support/test-services.ts'
import { whenDone } from '../../support/when-done.ts'
import { openAnswerGate } from '../support/answer-gate.ts'
import { runBin, startBin } from '../support/run-bin.ts'
import { openTerminal, type Terminal } from '../support/run-cli.ts'

let directory: string
let terminal: Terminal
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-bulk-'))
  terminal = await openTerminal({ TOLLGATE_NO_INPUT: '1', KEY: 'sk-upstream' })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const numbered = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `  ${line(at + 1)}\n`).join('')

const bulk = `version: 1
owner: infra/bulk
channels:
${numbered(50, (at) => `ch-${at}: { type: openai, keys: [ { env: KEY } ], models: [ gpt-4o ], priority: ${at % 5} }`)}tokens:
${numbered(200, (at) => `customer-${at}: { quota: ${1 + (at % 5)}usd, models: [ gpt-4o ], expires: 2099-12-31 }`)}codes:
${numbered(50, (at) => `promo-${at}: { quota: 1usd, count: 10 }`)}`

/** Returns variables that sign in as the super administrator, with a new access token. */
async function signedIn(api: TestApi): Promise<Record<string, string>> {
  const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
    name: `t${Math.random()}`,
    scopes: ['*'],
  })
  const { port } = api.app.server.address() as AddressInfo
  return { TOLLGATE_URL: `http://127.0.0.1:${port}`, TOLLGATE_TOKEN: token }
}

const file = async (name: string, content: string): Promise<string> => {
  const path = join(directory, name)
  await writeFile(path, content)
  return path
}

async function start(options: Parameters<typeof startTestApi>[0] = {}): Promise<TestApi> {
  const api = await startTestApi(options)
  whenDone(() => api.close())
  return api
}

const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
  terminal.run(line.split(' '), { env })

/** Returns all objects with their fields, as an export writes them. */
async function exported(env: Readonly<Record<string, string>>): Promise<string> {
  const out = await mkdtemp(join(directory, 'export-'))
  expect((await run(`export channels tokens codes -o ${out}`, env)).code).toBe(0)
  return Promise.all(
    ['channels', 'tokens', 'codes'].map((kind) => readFile(join(out, `${kind}.yaml`), 'utf8')),
  ).then((texts) => texts.join('\n'))
}

describe.each(['sqlite', 'postgres'])('an apply of hundreds on %s', (engine) => {
  const startHere = async () =>
    start(
      engine === 'postgres'
        ? { env: { TOLLGATE_DATABASE_URL: await createDatabase('bulk'), TOLLGATE_REDIS_URL: '' } }
        : {},
    )

  it('terminal 2: ended by Ctrl-C and by kill -9 it says what was done, and the next ones complete it without doubles', {
    timeout: 240_000,
  }, async () => {
    const [api, whole] = [await startHere(), await start()]
    const [here, reference] = [await signedIn(api), await signedIn(whole)]
    const manifest = await file('bulk.yaml', bulk)
    const keys = join(directory, `${engine}.tsv`)
    const once = await run(`apply -f ${manifest} --yes --keys-out ${join(directory, 'whole.tsv')}`, reference)
    expect([once.code, once.stdout]).toEqual([0, expect.stringContaining('Done: 300 added')])
    expect(once.stderr).toMatch(/750\/750 done, 0 failed, \d+(\.\d)?\/s, 0:00 left/)

    const gate = await openAnswerGate(here.TOLLGATE_URL ?? '')
    /** Applies one call at a time, and sends the signal when the daemon has carried out the first call to a path. */
    const ended = async (signal: 'SIGINT' | 'SIGKILL', path: string) => {
      const child = startBin(['apply', '-f', manifest, '--yes', '--keys-out', keys, '--parallelism', '1'], {
        env: {
          ...here,
          TOLLGATE_URL: gate.url,
          KEY: 'sk-upstream',
          CI: '1',
          TOLLGATE_CONFIG_DIR: terminal.configDirectory,
        },
      })
      child.stdin.end()
      let stderr = ''
      const isStopping = new Promise<void>((resolve) =>
        child.stderr.on('data', (chunk: Buffer) => {
          stderr += chunk.toString()
          if (stderr.includes('Stopping: the running calls are finished first.')) resolve()
        }),
      )
      const closed = new Promise((resolve) => child.once('close', resolve))
      gate.onRequest(async (request) => {
        const reply = await request.carryOut()
        if (request.path === path) {
          child.kill(signal)
          await (signal === 'SIGINT' ? isStopping : closed)
        }
        reply()
      })
      const [stdout, code] = await Promise.all([text(child.stdout), closed])
      return { stdout, code }
    }
    const told = await ended('SIGINT', '/api/token/bulk')
    expect([told.code, told.stdout]).toEqual([
      130,
      expect.stringContaining('Stopped: 100 of 300 changes were made. The next apply makes the others.'),
    ])
    expect((await ended('SIGKILL', '/api/token/bulk')).code).toBe(null)
    expect(await api.services.knex('tokens').pluck('id')).toHaveLength(100)
    expect((await ended('SIGKILL', '/api/redemption/bulk')).code).toBe(null)
    expect(await api.services.knex('redemptions').pluck('id')).toHaveLength(500)

    const rest = await run(`apply -f ${manifest} --yes --keys-out ${keys}`, here)
    expect([rest.code, rest.stderr.match(/Error.*|failed: .*/)]).toEqual([0, null])
    const again = await run(`apply -f ${manifest} --yes --keys-out ${keys}`, here)
    expect([again.code, again.stdout]).toEqual([0, 'no changes\n'])
    for (const [table, count] of Object.entries({ channels: 50, tokens: 200, redemptions: 500 }))
      expect([table, await api.services.knex(table).pluck('id')]).toEqual([
        table,
        expect.objectContaining({ length: count }),
      ])
    expect(await exported(here)).toBe(await exported(reference))
    // The file has one key for each token, and it is the right one.
    const lines = (await readFile(keys, 'utf8')).trimEnd().split('\n')
    expect(new Set(lines.map((line) => line.split('\t')[0])).size).toBe(200)
    expect(lines).toHaveLength(200)
    const { items } = await api.root.call<{ items: { name: string; key: string }[] }>(
      'GET',
      '/api/token/search?keyword=customer-1&page_size=100',
    )
    for (const { name, key } of items) expect(lines).toContain(`${name}\tsk-${key}`)
  })
})

it('terminal 2: a call is made again after Retry-After, which is printed, and nothing is made twice', async () => {
  const api = await start()
  const env = await signedIn(api)
  const gate = await openAnswerGate(env.TOLLGATE_URL ?? '')
  let bulkCalls = 0
  gate.onRequest(async (request) => {
    if (request.path === '/api/token/bulk') bulkCalls += 1
    if (request.path === '/api/token/bulk' && bulkCalls === 1)
      return request.answer(
        429,
        { 'retry-after': '1' },
        { success: false, message: 'too many requests', code: 'too_many_requests' },
      )
    ;(await request.carryOut())()
  })
  const path = await file('some.yaml', 'version: 1\ntokens:\n  a: { quota: 1usd }\n  b: { quota: 1usd }\n')
  const { code, stderr } = await run(`apply -f ${path} --yes`, { ...env, TOLLGATE_URL: gate.url })
  expect([code, bulkCalls]).toEqual([0, 2])
  expect(stderr).toContain('too many requests; trying again in 1 s')
  expect(await api.services.knex('tokens').pluck('name')).toEqual(['a', 'b'])
})

it('terminal 2: one that breaks the contract is named with its field, and the others of its call are made', async () => {
  const api = await start()
  const env = await signedIn(api)
  // Each model name is valid, but a call accepts only 65536 characters of them.
  const many = Array.from({ length: 300 }, (_, at) => `m${at}-${'x'.repeat(240)}`).join(', ')
  const path = await file(
    'contract.yaml',
    `version: 1
owner: infra/bulk
channels:
  a: { type: openai, keys: [ { env: KEY } ], models: [ gpt-4o ] }
  b: { type: openai, keys: [ { env: KEY } ], models: [ ${many} ] }
  c: { type: openai, keys: [ { env: KEY } ], models: [ gpt-4o ] }
tokens:
  a: { quota: 1usd }
  b: { quota: 1usd, models: [ ${many} ] }
  c: { quota: 1usd }
`,
  )
  const { code, stderr } = await run(`apply -f ${path} --yes --keys-out ${join(directory, 'abc.tsv')}`, env)
  expect(code).toBe(11)
  expect(stderr.match(/failed: .*/g)).toEqual([
    'failed: channel b: invalid request: models must have at most 65536 characters',
    'failed: token b: invalid request: model_limits must have at most 65536 characters',
  ])
  for (const table of ['channels', 'tokens'])
    expect(await api.services.knex(table).orderBy('id').pluck('name')).toEqual(['a', 'c'])
  expect(await readFile(join(directory, 'abc.tsv'), 'utf8')).toMatch(/^a\tsk-\w{48}\nc\tsk-\w{48}\n$/)
})

describe('limits', () => {
  it('terminal 2: tokens that do not fit are found before anything is made, unless the files raise the limit', async () => {
    const api = await start()
    const env = await signedIn(api)
    await api.root.call('PUT', '/api/option/', { key: 'TokensPerUserMax', value: '2' })
    await api.root.call('POST', '/api/token/', { name: 'there' })
    const tokens = 'tokens:\n  a: { quota: 1usd }\n  b: { quota: 1usd }\n'
    const refused = await run(`apply -f ${await file('room.yaml', `version: 1\n${tokens}`)} --yes`, env)
    expect([refused.code, refused.stderr]).toEqual([
      7,
      expect.stringContaining('room.yaml:4:3: tokens.b: the account would have 3 API tokens; 2 are allowed'),
    ])
    expect(refused.stderr).toContain('set TokensPerUserMax to 3 or more under options')
    expect(await api.services.knex('tokens').pluck('name')).toEqual(['there'])
    const raised = `version: 1\noptions: { TokensPerUserMax: 3 }\n${tokens}`
    expect((await run(`apply -f ${await file('room.yaml', raised)} --yes`, env)).code).toBe(0)
  })

  it('terminal 2: a plan says when apply will have to wait for the limit of calls', async () => {
    const api = await start()
    const env = { ...(await signedIn(api)), PASSWORD: 'correct-horse' }
    const users = `version: 1\nusers:\n${numbered(90, (at) => `u${at}: { password: { env: PASSWORD } }`)}`
    const path = await file('users.yaml', users)
    const plan = JSON.parse((await run(`plan -f ${path} --json`, env)).stdout)
    expect(plan.forecast).toMatchObject({ calls_allowed: 3000, wait_seconds: 0 })
    await api.root.call('PUT', '/api/option/', { key: 'ManagementRateLimitCount', value: '300' })
    const { stdout } = await run(`plan -f ${path}`, env)
    expect(stdout).toMatch(/takes about 38\d calls\. The server allows 300 in 3 minutes/)
  })
})

describe('keys', () => {
  const token = 'version: 1\ntokens:\n  ci: { quota: 1usd }\n'
  /** Runs a command like a CI job, without any terminal. */
  const job = async (api: TestApi, line: string, env: Readonly<Record<string, string>> = {}) =>
    runBin(line.split(' '), {
      cwd: directory,
      env: { ...(await signedIn(api)), TOLLGATE_CONFIG_DIR: terminal.configDirectory, ...env },
    })
  const whole = /sk-\w{48}/

  it.each(['', '--json', '-q', '-o yaml'])(
    'terminal 8: no key of a new token is in the log of a job that runs apply %s',
    async (format) => {
      const api = await start()
      const line = `apply -f ${await file('token.yaml', token)} --yes ${format}`.trimEnd()
      const { code, stdout, stderr } = await job(api, line)
      expect(code).toBe(0)
      expect(stdout + stderr).not.toMatch(whole)
      expect(stdout).toMatch(/sk-\w{4}\*{3}\w{4}/)
    },
  )

  it('terminal 8: a terminal shows the key, and CI masks it there too', async () => {
    const api = await start()
    const env = await signedIn(api)
    const path = await file('token.yaml', token)
    const line = `apply -f ${path} --yes`.split(' ')
    const shown = await terminal.run(line, { env, terminalColumns: 100 })
    expect(shown.stdout).toMatch(/ci\tsk-\w{48}/)
    const more = await file('token.yaml', token.replace('ci:', 'ci2:'))
    const inCi = await terminal.run(['apply', '-f', more, '--yes'], {
      env: { ...env, CI: 'true' },
      terminalColumns: 100,
    })
    expect([inCi.code, inCi.stdout]).toEqual([0, expect.stringMatching(/ci2\tsk-\w{4}\*{3}\w{4}/)])
  })

  it('terminal 8: where keys are shown once, apply needs --keys-out before it makes anything', async () => {
    const api = await start()
    await api.root.call('PUT', '/api/option/', { key: 'TokenKeysShownOnce', value: 'true' })
    const path = await file('token.yaml', token)
    const refused = await job(api, `apply -f ${path} --yes`)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('give --keys-out')])
    expect(await api.services.knex('tokens').pluck('id')).toEqual([])
    const keys = join(directory, 'once.tsv')
    expect((await job(api, `apply -f ${path} --yes --keys-out ${keys}`)).code).toBe(0)
    expect(await readFile(keys, 'utf8')).toMatch(/^ci\tsk-\w{48}\n$/)
  })

  it('terminal 8: GitHub Actions learns to mask the key, and sees errors at their lines', async () => {
    const api = await start()
    const github = { CI: 'true', GITHUB_ACTIONS: 'true', KEY: 'sk-upstream' }
    const path = await file('token.yaml', token)
    const keys = join(directory, 'github.tsv')
    const { stderr } = await job(api, `apply -f ${path} --yes --keys-out ${keys}`, github)
    const [, key = ''] = (await readFile(keys, 'utf8')).trimEnd().split('\t')
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([`::add-mask::${key}`, `::add-mask::${key.slice(3)}`]),
    )

    await file('bad.yaml', 'version: 1\ntokens:\n  ci: { quotaa: 1usd }\n')
    for (const command of ['validate', 'plan', 'apply --yes'])
      expect((await job(api, `${command} -f bad.yaml`, github)).stderr).toContain(
        '::error file=bad.yaml,line=3,col=9,title=tokens.ci.quotaa::unknown field quotaa (did you mean quota?)\n',
      )
    await file(
      'refused.yaml',
      'version: 1\nchannels:\n  a: { type: openai, keys: [ { env: KEY } ], models: [ m ], baseUrl: "https://169.254.169.254" }\n',
    )
    const refused = await job(api, 'apply -f refused.yaml --yes', github)
    expect(refused.stderr).toMatch(/^::error file=refused\.yaml,line=3,col=3,title=channels\.a::.*169\.254/m)
  })
})

it('plan --format markdown is a comment for a pull request, in which no name is markup', async () => {
  const api = await start()
  const env = await signedIn(api)
  const path = await file(
    'named.yaml',
    'version: 1\nowner: infra/prod\ngroups:\n  vip: { ratio: "0.8" }\ntokens:\n  "a | <b> @team": { quota: 1usd }\n',
  )
  const { code, stdout } = await run(`plan -f ${path} --format markdown`, env)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^<!-- tollgate plan -->\n### tollgate plan: default, owner infra\/prod\n/)
  expect(stdout).toContain('Plan: 1 to add, 1 to change, 0 to delete, 0 kept.')
  expect(stdout).toContain('| `~` | group vip | ratio 1 -&#62; 0.8, owner - -&#62; infra/prod |')
  expect(stdout).toContain('| `+` | token a &#124; &#60;b&#62; &#64;team |')
  expect(stdout).not.toContain('@team')
})
