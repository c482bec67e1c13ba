import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { storeTasks } from '../support/tasks/stored-tasks.ts'
import { type Caller, startTestApi, type TestApi } from '../support/test-services.ts'
import { cutAfter, type FeedServer, openFeedServer, refuse, stream } from './support/feed-server.ts'
import { startBin } from './support/run-bin.ts'

let daemon: TestApi
let alice: Caller
let token: string
let url: string
beforeAll(async () => {
  daemon = await startTestApi()
  alice = await daemon.createUser('alice')
  token = await daemon.root.call<string>('GET', '/api/user/token')
  url = `http://127.0.0.1:${(daemon.app.server.address() as AddressInfo).port}`
})
afterAll(() => daemon.close())

const write = async (model: string, fields: Readonly<Record<string, unknown>> = {}) => {
  await daemon.services.knex('usage_logs').insert({
    type: 2,
    user_id: 1,
    username: 'root',
    at_ms: daemon.clock.now(),
    model,
    token_name: 'ci',
    prompt_tokens: 1,
    completion_tokens: 2,
    quota: 1_000_000,
    ...fields,
  })
}

/** A run of the program that continues until it is interrupted. */
interface Run {
  readonly code: Promise<number>
  /** Waits until standard output matches. @returns all output so far */
  seen(pattern: RegExp): Promise<string>
  said(pattern: RegExp): Promise<string>
  readonly stdout: string
  interrupt(): void
}

function start(argv: readonly string[], env: Readonly<Record<string, string>> = {}, columns?: number): Run {
  const stop = new AbortController()
  const listeners = new Set<() => void>()
  const texts = { stdout: '', stderr: '' }
  const collect = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      texts[name] += text
      for (const listener of [...listeners]) listener()
    },
    ...(columns === undefined ? {} : { isTTY: true, columns }),
  })
  const code = main(argv, {
    env: {
      TOLLGATE_URL: url,
      TOLLGATE_TOKEN: token,
      TOLLGATE_LANG: 'en',
      TOLLGATE_CONFIG_DIR: '/nonexistent',
      ...env,
    },
    stdin: Object.assign(new PassThrough(), {}),
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    interruption: () => stop.signal,
  })
  const until = (name: 'stdout' | 'stderr', pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = () => {
        if (!pattern.test(texts[name])) return
        clearTimeout(deadline)
        listeners.delete(check)
        resolve(texts[name])
      }
      const deadline = setTimeout(
        () => reject(new Error(`${pattern} did not come; ${JSON.stringify(texts)}`)),
        60_000,
      )
      listeners.add(check)
      check()
    })
  return {
    code,
    seen: (pattern) => until('stdout', pattern),
    said: (pattern) => until('stderr', pattern),
    get stdout() {
      return texts.stdout
    },
    interrupt: () => stop.abort(),
  }
}

const modelsOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/)[1] ?? '')

describe('tollgate logs -f', () => {
  it('shows the last rows, oldest first, then each new one, and ends with 130 and no word at Ctrl-C', async () => {
    for (let i = 0; i < 12; i += 1) await write(`past-${i}`)
    const run = start(['logs', '-f', '--type', 'consume'])
    await run.seen(/past-11/)
    await write('now-0', { token_name: '报表任务' })
    await write('now-1')
    const text = await run.seen(/now-1/)
    expect(modelsOf(text)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `past-${i + 2}`),
      'now-0',
      'now-1',
    ])
    expect(text).toContain('1 in')
    expect(text).toContain('$0.002000')
    run.interrupt()
    expect(await run.code).toBe(130)
  })

  it('tells of a task once for each state, not for each step, and programs read rows alone', async () => {
    const { knex } = daemon.services
    const store = (publicId: string, model: string) =>
      storeTasks(knex, [{ publicId, model, status: 'QUEUED', progress: 0, submitMs: daemon.clock.now() }])
    const move = (publicId: string, columns: Readonly<Record<string, unknown>>) =>
      knex('tasks').where({ public_id: publicId }).update(columns)
    const [people, programs] = [
      start(['logs', '-f', '-n', '1']),
      start(['logs', '-f', '-n', '1', '-o', 'ndjson']),
    ]
    await store('painting', 'mj_imagine')
    await people.seen(/mj_imagine .*IMAGINE {2}queued 0%/)
    await move('painting', { status: 'IN_PROGRESS', progress: 10 })
    await people.seen(/IMAGINE {2}in progress 10%/)
    await move('painting', { progress: 50 })
    // The watch sees this change in a later poll than the previous one.
    await store('another', 'mj_upscale')
    await people.seen(/mj_upscale/)
    await move('painting', { status: 'FAILURE', is_open: 0, progress: 100, fail_reason: 'no\nink' })
    const text = await people.seen(/failed: no ink {2}refunded \$0\.10/)
    expect(text.split('\n').filter((line) => line.includes('mj_imagine'))).toHaveLength(3)
    await write('after-tasks')
    expect(await programs.seen(/after-tasks/)).not.toContain('mj_imagine')
    for (const run of [people, programs]) {
      run.interrupt()
      expect(await run.code).toBe(130)
    }
    await knex('tasks').delete()
  })

  it.each([
    [['--model', 'wanted%'], { model: 'wanted-x' }],
    [['--user', 'alice'], { username: 'alice', user_id: 'alice' }],
    [['--token-name', '报表'], { token_name: '报表' }],
    [['--group', 'vip'], { group_name: 'vip' }],
    [['--type', 'topup'], { type: 1 }],
    [['--errors'], { type: 6 }],
    [['--self'], {}],
  ])('shows with %j only what is asked for', async (flags, fields) => {
    const run = start(['logs', '-f', '-n', '1', '-o', 'ndjson', ...flags])
    const of = flags[0] === '--self' ? { user_id: alice.id, username: 'alice' } : {}
    const wanted = { ...fields, ...('user_id' in fields ? { user_id: alice.id } : {}) }
    // Exists before the run starts, so that its line shows that the run is following.
    await write('before', { ...wanted, model: 'wanted-before' })
    await run.seen(/wanted-before/)
    await write('unwanted', of)
    await write('wanted-last', { ...wanted, model: 'wanted-last' })
    const text = await run.seen(/wanted-last/)
    expect(text).not.toContain('unwanted')
    run.interrupt()
    expect(await run.code).toBe(130)
  })

  it('writes a line of JSON for each row under --json, with what a list has', async () => {
    await write('json-row')
    const run = start(['logs', '-f', '--json', '--limit', '1', '--model', 'json-row'])
    await run.seen(/json-row/)
    await write('json-row')
    const text = await run.seen(/json-row[^\n]*\n(.|\n)*json-row/)
    for (const line of text.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({
        model_name: 'json-row',
        usd: '0.002',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        channel: 0,
      })
    run.interrupt()
    await run.code
  })

  it('writes CSV with one heading, ids under -q, documents as YAML', async () => {
    await write('form-a')
    await write('form-b')
    for (const [flags, pattern] of [
      [['-o', 'csv'], /^created_at,type,model_name,[^\n]*\r\n[^\n]*form-a[^\n]*\r\n[^\n]*form-b[^\n]*\r\n$/],
      [['-q'], /^\d+\n\d+\n$/],
      [['-o', 'yaml'], /^---\nid: \d+\n(.|\n)*form-a(.|\n)*\n---\nid: \d+\n(.|\n)*form-b/],
    ] as const) {
      const run = start(['logs', '-f', '--model', 'form%', '-n', '2', ...flags])
      await run.seen(pattern)
      run.interrupt()
      await run.code
    }
  })

  it('shows all since a time', async () => {
    for (let i = 0; i < 15; i += 1) await write(`since-${i}`)
    const run = start(['logs', '-f', '--since', '1h', '--model', 'since%'])
    await run.seen(/since-14/)
    expect(modelsOf(run.stdout)).toHaveLength(15)
    run.interrupt()
    await run.code
  })

  it('shows users their own rows, and ends with 4 when they ask for others', async () => {
    const own = await alice.call<string>('GET', '/api/user/token')
    await write('of-alice', { user_id: alice.id, username: 'alice', channel_id: 3 })
    const run = start(['logs', '-f', '-n', '1', '-o', 'ndjson'], { TOLLGATE_TOKEN: own })
    await run.seen(/of-alice/)
    await write('of-root')
    await write('alice-again', { user_id: alice.id, username: 'alice' })
    const text = await run.seen(/alice-again/)
    expect(text).not.toContain('of-root')
    expect(text).not.toContain('"channel')
    run.interrupt()
    await run.code
    const refused = start(['logs', '-f', '--user', 'root'], { TOLLGATE_TOKEN: own })
    expect(await refused.code).toBe(4)
  })

  it.each([
    ['logs -f --until 1h', '--until'],
    ['logs -f --request req_1', '--request'],
    ['logs --errors --type topup', '--errors'],
    ['logs -f --self --user alice', '--self'],
  ])('refuses %s', async (line, flag) => {
    const run = start(line.split(' '))
    expect(await run.code).toBe(2)
    await run.said(new RegExp(flag))
  })

  it('lists failed calls alone with --errors and without -f', async () => {
    await write('failed', { type: 6 })
    const run = start(['logs', '--errors', '-o', 'ndjson'])
    expect(await run.code).toBe(0)
    for (const line of run.stdout.trim().split('\n')) expect(JSON.parse(line).type).toBe(6)
  })

  it('ends with 3 when the token is not taken', async () => {
    const run = start(['logs', '-f'], { TOLLGATE_TOKEN: 'wrong' })
    expect(await run.code).toBe(3)
  })

  it('prints the call under --curl', async () => {
    const run = start(['logs', '-f', '--errors', '--curl'])
    expect(await run.code).toBe(0)
    expect(run.stdout).toContain(`curl -sSN '${url}/api/event/?type=6'`)
    expect(run.stdout).not.toContain(token)
  })

  it('is no wider than the terminal', async () => {
    await write('m'.repeat(200))
    const run = start(['logs', '-f', '--model', 'mmm%', '-n', '1'], { TERM: 'dumb' }, 70)
    const [line = ''] = (await run.seen(/\n/)).split('\n')
    expect(line.length).toBeLessThanOrEqual(70)
    expect(line).toContain('…')
    run.interrupt()
    await run.code
  })
})

describe('tollgate logs -f as a process', () => {
  const env = () => ({ TOLLGATE_URL: url, TOLLGATE_TOKEN: token, TOLLGATE_CONFIG_DIR: '/nonexistent' })

  it('ends quietly with 0 when its reader leaves', async () => {
    await write('pipe-0')
    const child = startBin(['logs', '-f', '-n', '1'], { env: env() })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const exit = once(child, 'exit')
    await write('pipe-1')
    expect([...(await exit), stderr]).toEqual([0, null, ''])
  })

  it('ends quietly with 130 at an interrupt', async () => {
    await write('interrupt')
    const child = startBin(['logs', '-f', '-n', '1'], { env: env() })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    expect([...(await once(child, 'exit')), stderr]).toEqual([130, null, ''])
  })
})

describe('tollgate logs -f on a bad line', () => {
  let server: FeedServer
  beforeAll(async () => {
    server = await openFeedServer()
  })
  afterAll(() => server.close())

  it('says on standard error that the connection is lost and back, and nothing under -q', async () => {
    const row = { id: 1, request_id: 'req_1', created_at: 1_795_160_000, type: 2, quota_exact: '1' }
    for (const flags of [['-o', 'ndjson'], ['-q']]) {
      server.play(
        cutAfter(['1', 'pulse', { at_ms: 1 }]),
        // The requests besides the feed: the exchange rate and past rows.
        ...['quota', 'past'].map(() => (response: Parameters<ReturnType<typeof stream>>[0]) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          const data = { quota_per_unit: 500_000, items: [], page: 1, page_size: 10, total: 0 }
          response.end(JSON.stringify({ success: true, message: '', data }))
        }),
        stream(['2', 'log', row]),
        refuse(401, 'not_signed_in'),
      )
      const run = start(['logs', '-f', ...flags], { TOLLGATE_URL: server.url })
      await run.seen(/req_1/)
      if (flags[0] === '-o') {
        const talk = await run.said(/nothing missed/)
        expect(talk).toBe('connection lost, reconnecting ...\nreconnected, nothing missed\n')
      }
      run.interrupt()
      expect(await run.code).toBe(130)
    }
  })
})
