import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spawnKept } from '../support/kept-child.ts'
import { createDatabase } from '../support/services/postgres.ts'
import { type Calls, recordCalls } from './calls.ts'
import { type Client, openClient } from './client.ts'
import { type Site, startSite } from './site.ts'
import {
  childrenOf,
  isRunning,
  launcher,
  readMeter,
  readPath,
  startSupervised,
  untilAllListen,
  workersOf,
} from './workers.ts'

/** Enough connections for every worker to get some. */
const CONNECTIONS = 24

describe('two workers on one port', () => {
  let site: Site
  let client: Client
  let calls: Calls
  let key: string
  let openCalls: (client: Client) => Calls

  beforeEach(async () => {
    site = await startSite({
      engine: 'postgres',
      env: { TOLLGATE_WORKERS: '2', TOLLGATE_DRAIN_SECONDS: '60' },
    })
    await untilAllListen(site)
    client = openClient(site.url)
    const account = await site.createAccount('anna', 100_000_000)
    const token = await account.createToken()
    openCalls = (each) => recordCalls(each, account, token)
    calls = openCalls(client)
    ;({ key } = token)
  })
  afterEach(async () => {
    client.close()
    await site.stop()
  })

  /** Makes calls one after another on each connection until `end`, which resolves with the failures per connection. */
  const startLoad = () => {
    let isOver = false
    const each = Array.from({ length: CONNECTIONS }, () => openClient(site.url, 1))
    const callers = each.map(openCalls)
    const failures = Promise.all(
      callers.map(async ({ make }) => {
        let failed = 0
        while (!isOver) if ((await make({ stream: true })).outcome !== 'ok') failed += 1
        return failed
      }),
    )
    return {
      operations: () => callers.flatMap(({ operations }) => operations),
      end: async () => {
        isOver = true
        const failed = await failures
        for (const one of each) one.close()
        return failed
      },
    }
  }

  /** Starts as many calls as there are connections, each paused in the middle of its answer. */
  const holdStreams = async () => {
    site.upstream.always({ echo: true, holdAt: 3 })
    const before = site.upstream.hits
    const each = Array.from({ length: CONNECTIONS }, () => calls.make({ stream: true }))
    const exchanges = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) => site.upstream.received(before + index + 1)),
    )
    await Promise.all(exchanges.map(({ held }) => held))
    return {
      answers: Promise.all(each),
      firstEnd: Promise.race(each),
      resumeOne: () => exchanges[0]?.resume(),
      resume: () => {
        site.upstream.always({ echo: true })
        for (const exchange of exchanges) exchange.resume()
      },
    }
  }

  it('a worker that is killed under load takes only its calls with it, is replaced at once, and its holds are settled at once', async () => {
    const load = startLoad()
    const count = () => load.operations().length
    await expect.poll(count).toBeGreaterThan(200)
    const served = await readMeter(site, 'tollgate_requests_served')
    const [victim = 0, survivor] = workersOf(site)
    const killedMs = performance.now()
    process.kill(victim, 'SIGKILL')
    await expect
      .poll(() => workersOf(site).filter((pid) => pid !== survivor && pid !== victim), {
        interval: 10,
      })
      .toHaveLength(1)
    // Takes a third of a second on an idle machine; the replacement does not wait for half a minute of silence.
    expect(performance.now() - killedMs).toBeLessThan(25_000)
    const atReplacement = count()
    await expect.poll(count).toBeGreaterThan(atReplacement + 200)
    const failures = await load.end()
    // The kernel closes the sockets of a dead process one by one. A client whose connection is closed early may
    // reconnect to the dead worker's port, which is still open, and fail a second time.
    for (const failed of failures) expect(failed).toBeLessThanOrEqual(2)
    expect(failures.filter((failed) => failed > 0).length).toBeLessThan(CONNECTIONS)
    expect(await readMeter(site, 'tollgate_requests_served')).toBeGreaterThan(served)
    await expect.poll(async () => (await site.store.readBooks()).holds).toEqual([])
    expect(await site.judge(load.operations())).toEqual([])
  })

  it('the holds of a worker that is killed are settled at once, those of the other stay', async () => {
    const { answers, resume } = await holdStreams()
    const countHolds = async () => (await site.store.readBooks()).holds.length
    await expect.poll(countHolds).toBe(CONNECTIONS)
    const [victim = 0] = workersOf(site)
    process.kill(victim, 'SIGKILL')
    // A peer on another machine would wait for half a minute of silence.
    await expect.poll(countHolds, { timeout: 25_000 }).toBeLessThan(CONNECTIONS)
    const left = await countHolds()
    resume()
    const ended = (await answers).filter(({ outcome }) => outcome === 'ok')
    expect(ended).toHaveLength(left)
    await expect.poll(countHolds).toBe(0)
    expect(await site.judge(calls.operations)).toEqual([])
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    '%s lets the streams of both finish, charges them and ends with 0',
    async (signal) => {
      const { answers, resume } = await holdStreams()
      const children = childrenOf(site)
      // A closing terminal sends the signal to all processes.
      if (signal === 'SIGHUP') for (const pid of children) process.kill(pid, signal)
      site.gateway.signal(signal)
      await expect.poll(() => workersOf(site)).toEqual([])
      resume()
      for (const { outcome } of await answers) expect(outcome).toBe('ok')
      expect(await site.gateway.ended).toBe(0)
      expect(children.filter(isRunning)).toEqual([])
      expect((await site.store.readBooks()).holds).toEqual([])
      await site.restart({ TOLLGATE_WORKERS: '1' })
      expect(await site.judge(calls.operations)).toEqual([])
    },
  )

  it('a Ctrl-C that reaches all processes counts once, and a second signal cuts what runs', async () => {
    const { answers, firstEnd, resumeOne } = await holdStreams()
    for (const pid of [...childrenOf(site), site.gateway.pid]) process.kill(pid, 'SIGINT')
    await expect.poll(() => workersOf(site)).toEqual([])
    resumeOne()
    expect((await firstEnd).outcome).toBe('ok')
    site.gateway.signal('SIGINT')
    // The final events of a cut stream may arrive too late on a busy machine.
    expect((await answers).filter(({ outcome }) => outcome === 'ok')).toHaveLength(1)
    expect(await site.gateway.ended).toBe(0)
    // A busy database may not take all charges within two seconds. The next start books those that it did not take.
    await site.restart()
    const books = await site.store.readBooks()
    expect(books.holds).toEqual([])
    expect(books.entries.filter(({ kind }) => kind === 1)).toHaveLength(CONNECTIONS)
  })

  it('without their supervisor they finish what runs and end', async () => {
    const { url, supervisor, children, end } = await startSupervised(site)
    const peer = openClient(url)
    try {
      site.upstream.always({ echo: true, holdAt: 3 })
      const before = site.upstream.hits
      const answers = Promise.all(
        Array.from({ length: CONNECTIONS }, () =>
          peer.ask(key, { model: 'fault-whole', message: 'three words or more', stream: true }),
        ),
      )
      const last = await site.upstream.received(before + CONNECTIONS)
      await last.held
      process.kill(supervisor, 'SIGKILL')
      const connect = () => readPath(url).catch(() => 'refused')
      await expect.poll(connect).toBe('refused')
      for (const exchange of site.upstream.requests.slice(before)) exchange.resume()
      for (const { outcome } of await answers) expect(outcome).toBe('ok')
      await expect.poll(() => children.filter(isRunning)).toEqual([])
      expect((await site.store.readBooks()).holds).toEqual([])
    } finally {
      peer.close()
      end()
    }
  })

  it('whoever is asked answers for both: meters are added up and do not fall when a worker ends', async () => {
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: CONNECTIONS }, () => calls.make()))
    const read = () =>
      Promise.all(Array.from({ length: 10 }, () => readMeter(site, 'tollgate_requests_served')))
    expect(new Set(await read())).toEqual(new Set([3 * CONNECTIONS]))
    expect(await readMeter(site, 'tollgate_workers')).toBe(2)
    expect(await readMeter(site, 'tollgate_job_runners')).toBe(1)
    const charged = await readMeter(site, 'tollgate_charged_quota')
    const [victim = 0] = workersOf(site)
    process.kill(victim, 'SIGKILL')
    await expect.poll(() => workersOf(site).filter((pid) => pid !== victim)).toHaveLength(2)
    expect(new Set(await read())).toEqual(new Set([3 * CONNECTIONS]))
    expect(await readMeter(site, 'tollgate_charged_quota')).toBe(charged)
    expect(await readMeter(site, 'tollgate_job_runners')).toBe(1)
  })

  it('limits hold over both: of a token with 60 requests a minute, and of wrong passwords', async () => {
    const limited = await site.admin.createToken({
      name: 'limited',
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 60,
      rate_limit_success: 0,
    })
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => client.ask(limited.key, { model: 'fault-whole', message: 'a call' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.filter(({ code }) => code === 'token_rate_limited')).toHaveLength(90)
    const guesses = await Promise.all(
      Array.from({ length: 16 }, () =>
        fetch(`${site.url}/api/user/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', connection: 'close' },
          body: JSON.stringify({ username: 'anna', password: 'wrong-horse' }),
        }),
      ),
    )
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(6)
  })

  it('a change that was answered is in effect in both', async () => {
    for (const name of ['One', 'Two', 'Three']) {
      await site.admin.setOption('SystemName', name)
      const answers = await Promise.all(Array.from({ length: 12 }, () => readPath(`${site.url}/api/status`)))
      for (const answer of answers) expect(JSON.parse(answer.text).data.system_name).toBe(name)
    }
    expect((await client.ask(key, { model: 'fault-whole', message: 'a call' })).outcome).toBe('ok')
  })
})

describe('workers that cannot start', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-workers-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const serve = async (env: Readonly<Record<string, string>>, ...argv: readonly string[]) => {
    const child = spawnKept(process.execPath, [launcher, 'serve', '--data', folder, ...argv], {
      env: { ...process.env, ...env },
    })
    const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    return { message, code }
  }

  it('with SQLite are refused with a line that says what to do', async () => {
    expect(await serve({ TOLLGATE_DATABASE_URL: '' }, '--workers', '2')).toEqual({
      code: 2,
      message:
        'tollgate: 2 workers need PostgreSQL, because only one process can use an SQLite file. Set TOLLGATE_DATABASE_URL to postgres://..., or run with --workers 1.\n',
    })
  })

  it('with a database that is away end at once, with one line that says so', async () => {
    const { code, message } = await serve(
      { TOLLGATE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', TOLLGATE_WORKERS: '3' },
      '--port',
      '0',
    )
    expect(code).toBe(1)
    expect(message).toMatch(/^tollgate: Cannot connect to PostgreSQL at 127\.0\.0\.1:1\/none: .*\n$/)
  })

  it('on a port that another daemon with workers has are refused, although both would share it', async () => {
    const env = { TOLLGATE_WORKERS: '2' }
    const site = await startSite({ engine: 'postgres', env })
    try {
      await untilAllListen(site)
      const other = { ...env, TOLLGATE_DATABASE_URL: await createDatabase('workers') }
      const { code, message } = await serve(other, '--port', new URL(site.url).port)
      expect({ code, message }).toEqual({
        code: 1,
        message:
          'tollgate: The address is in use: another program listens there. Choose another with --port or TOLLGATE_PORT.\n',
      })
      expect(workersOf(site)).toHaveLength(2)
    } finally {
      await site.stop()
    }
  })
})
