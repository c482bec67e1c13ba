import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRateLimiter, type RateLimiter } from '../../../src/daemon/limits/rate-limiter.ts'
import { createRedis, startOwnRedis } from '../../support/services/redis.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

const clock = { now: () => Date.now() }
const MINUTE = 60_000

let keys = 0
const freshKey = () => `test:${keys++}`

/** A program that exits once Redis has a key. */
const untilExists = `
  const [host, port, db, key] = process.argv.slice(1)
  const ask = () => socket.write('EXISTS ' + key + '\\r\\n')
  const socket = require('node:net').connect(port, host, () => socket.write('SELECT ' + db + '\\r\\n'))
  socket.on('data', (answer) => (String(answer).endsWith(':1\\r\\n') ? process.exit() : ask()))
`

const passedOf = async (verdicts: readonly ReturnType<RateLimiter['take']>[]) =>
  (await Promise.all(verdicts)).filter((each) => each.isAllowed).length

describe('windows shared on Redis', () => {
  const connections: Redis[] = []
  const connect = async (url: string): Promise<Redis> => {
    const connection = new Redis(url, { lazyConnect: true })
    connection.on('error', () => undefined)
    connections.push(connection)
    await connection.connect()
    return connection
  }
  let redis: Redis
  let first: RateLimiter
  let second: RateLimiter

  beforeAll(async () => {
    const url = await createRedis()
    redis = await connect(url)
    first = createRateLimiter({ clock, redis, redisTimeoutMs: 10_000 })
    second = createRateLimiter({ clock, redis: await connect(url), redisTimeoutMs: 10_000 })
  })
  afterAll(() => {
    for (const each of connections) each.disconnect()
  })

  it('two daemons together let exactly 10 of 200 attempts at once pass', async () => {
    const key = freshKey()
    const all = Array.from({ length: 200 }, (_, index) => (index % 2 ? first : second).take(key, 10, MINUTE))
    expect(await passedOf(all)).toBe(10)
  })

  it('refused attempts are not counted and the answer says when to come again', async () => {
    const key = freshKey()
    for (let attempt = 0; attempt < 5; attempt++) await first.take(key, 2, MINUTE)
    expect(await redis.llen(`tollgate:limit:${key}`)).toBe(2)
    const verdict = await second.take(key, 2, MINUTE)
    expect(verdict.isAllowed).toBe(false)
    expect(verdict.retryAfterSeconds).toBeGreaterThan(50)
    expect(verdict.retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  it('what one daemon gives back is room for the other', async () => {
    const key = freshKey()
    expect((await first.take(key, 1, MINUTE)).isAllowed).toBe(true)
    await first.giveBack(key)
    expect((await second.take(key, 1, MINUTE)).isAllowed).toBe(true)
    expect((await first.take(key, 1, MINUTE)).isAllowed).toBe(false)
  })

  it('an attempt stops counting when its period is over', async () => {
    const key = freshKey()
    await first.take(key, 1, MINUTE)
    expect((await first.take(key, 1, MINUTE)).isAllowed).toBe(false)
    // A minute ago by Redis's own clock.
    const [seconds] = await redis.time()
    await redis.lset(`tollgate:limit:${key}`, 0, String((Number(seconds) - 61) * 1000))
    expect((await first.take(key, 1, MINUTE)).isAllowed).toBe(true)
    expect((await first.take(key, 1, MINUTE)).isAllowed).toBe(false)
  })

  it('successes counted by one daemon are seen by the other, and looking counts nothing', async () => {
    const key = freshKey()
    for (let look = 0; look < 5; look++) expect((await first.peek(key, 2, MINUTE)).isAllowed).toBe(true)
    await first.add(key, 2, MINUTE)
    await second.add(key, 2, MINUTE)
    expect((await first.peek(key, 2, MINUTE)).isAllowed).toBe(false)
    expect((await second.peek(key, 2, MINUTE)).isAllowed).toBe(false)
  })

  it('a key that one daemon forgets starts over on the other, and no other key does', async () => {
    const [key, other] = [freshKey(), freshKey()]
    for (const each of [key, other]) await second.take(each, 1, MINUTE)
    await first.forget(key)
    expect((await second.take(key, 1, MINUTE)).isAllowed).toBe(true)
    expect((await second.take(other, 1, MINUTE)).isAllowed).toBe(false)
  })

  it('keys leave Redis when their period is over', async () => {
    const key = freshKey()
    await first.take(key, 3, MINUTE)
    const left = await redis.pttl(`tollgate:limit:${key}`)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(MINUTE)
  })

  it('an answer that arrived while the daemon was busy is not late', async () => {
    const failures: unknown[] = []
    const redisTimeoutMs = 20
    const limiter = createRateLimiter({
      clock,
      redis,
      redisTimeoutMs,
      onRedisFailure: (error) => failures.push(error),
    })
    const key = freshKey()
    const verdict = limiter.take(key, 2, MINUTE)
    // The request has been sent. This process is blocked until Redis has answered and the time limit has passed.
    await new Promise(setImmediate)
    const until = performance.now() + redisTimeoutMs
    const { host, port, db } = redis.options
    execFileSync(process.execPath, [
      '-e',
      untilExists,
      String(host),
      String(port),
      String(db),
      `tollgate:limit:${key}`,
    ])
    while (performance.now() < until);
    expect((await verdict).isAllowed).toBe(true)
    expect(failures).toEqual([])
  })

  it('when Redis dies the local windows go on with what this daemon has let pass, and end when it is back', async () => {
    const server = await startOwnRedis()
    const connection = await connect(server.url)
    const limiter = createRateLimiter({ clock, redis: connection, redisTimeoutMs: 10_000 })
    const take = () => limiter.take('k', 10, MINUTE)
    expect(await passedOf(Array.from({ length: 4 }, take))).toBe(4)
    const lost = new Promise((resolve) => connection.once('close', resolve))
    await server.stop()
    await lost
    expect(await passedOf(Array.from({ length: 200 }, take))).toBe(6)
    const back = new Promise((resolve) => connection.once('ready', resolve))
    await server.start()
    await back
    expect((await take()).isAllowed).toBe(true)
    expect(await connection.llen('tollgate:limit:k')).toBe(1)
    await server.remove()
  })
})

describe('while Redis is slow', () => {
  const SLOW_MS = 20
  /** Longer than the pause that Redis gets after it was slow. */
  const PAUSE_MS = 1001
  let proxy: TcpProxy
  let redis: Redis
  let now = 0
  let limiter: RateLimiter

  beforeAll(async () => {
    const { hostname: host, port, pathname } = new URL(await createRedis())
    proxy = await startTcpProxy({ host, port: Number(port) })
    redis = new Redis(`redis://127.0.0.1:${proxy.port}${pathname}`, { lazyConnect: true })
    redis.on('error', () => undefined)
    await redis.connect()
    limiter = createRateLimiter({ clock: { now: () => now }, redis, redisTimeoutMs: SLOW_MS })
  })
  afterAll(async () => {
    redis.disconnect()
    await proxy.close()
  })

  /** Runs an action while Redis responds too late. Afterwards Redis is as fast as before, and used again. */
  async function slowly(act: () => Promise<unknown>): Promise<void> {
    proxy.stall()
    await act()
    proxy.resume()
    await redis.ping()
    now += PAUSE_MS
  }
  const times = async (count: number, act: () => unknown) => {
    for (let each = 0; each < count; each++) await act()
  }

  it('reliability 9, 12: failures count, and are not forgotten when it is quick again', async () => {
    const key = freshKey()
    await limiter.add(key, 10, MINUTE)
    await slowly(() => times(9, () => limiter.add(key, 10, MINUTE)))
    expect(await limiter.peek(key, 10, MINUTE)).toMatchObject({ isAllowed: false })
    expect(await limiter.take(key, 10, MINUTE)).toMatchObject({ isAllowed: false })
    now += MINUTE
    await redis.flushdb()
    expect(await limiter.peek(key, 10, MINUTE)).toMatchObject({ isAllowed: true })
  })

  it('reliability 9: attempts that it let pass count, together with those that Redis knows of', async () => {
    const key = freshKey()
    await times(3, () => limiter.take(key, 10, MINUTE))
    await slowly(() => times(4, () => limiter.take(key, 10, MINUTE)))
    const passed = await passedOf(Array.from({ length: 20 }, () => limiter.take(key, 10, MINUTE)))
    // Fewer than three may pass, because calls in progress when Redis became slow may have been counted on both sides.
    expect(passed).toBeLessThanOrEqual(3)
  })

  it('reliability 9: a key that is forgotten stays forgotten', async () => {
    const key = freshKey()
    await times(10, () => limiter.add(key, 10, MINUTE))
    await slowly(async () => {
      await limiter.add(key, 10, MINUTE)
      await limiter.forget(key)
    })
    expect(await limiter.peek(key, 10, MINUTE)).toMatchObject({ isAllowed: true })
  })
})

describe('without a usable Redis', () => {
  it('a Redis that was never reached means local limits, not none', async () => {
    const redis = new Redis({ port: 1, lazyConnect: true, retryStrategy: () => null })
    redis.on('error', () => undefined)
    const limiter = createRateLimiter({ clock, redis })
    expect(await passedOf(Array.from({ length: 200 }, () => limiter.take('k', 10, MINUTE)))).toBe(10)
    redis.disconnect()
  })

  it('a Redis that accepts and never answers is not waited for twice', async () => {
    // Says OK to the handshake and then nothing, like a stopped process.
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write('+OK\r\n+OK\r\n'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('No port.')
    const redis = new Redis({ port: address.port, enableReadyCheck: false, disableClientInfo: true })
    redis.on('error', () => undefined)
    await new Promise<void>((resolve) => redis.once('ready', () => resolve()))
    const failures: unknown[] = []
    const limiter = createRateLimiter({
      clock: { now: () => 0 },
      redis,
      redisTimeoutMs: 20,
      onRedisFailure: (error) => failures.push(error),
    })
    expect(await passedOf(Array.from({ length: 200 }, () => limiter.take('k', 10, MINUTE)))).toBe(10)
    expect(failures).toHaveLength(1)
    // During the pause, the answer is immediate.
    expect(limiter.take('k', 10, MINUTE)).toMatchObject({ isAllowed: false })
    redis.disconnect()
    server.close()
  })
})
