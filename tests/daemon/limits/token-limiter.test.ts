import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTokenLimiter,
  type TokenLimiter,
  type TokenShare,
} from '../../../src/daemon/limits/token-limiter.ts'
import { createRedis } from '../../support/services/redis.ts'

const share = (id: string, reserved: number, more: Partial<TokenShare> = {}): TokenShare => ({
  key: 'token:1',
  id,
  limit: 1000,
  reserved,
  ...more,
})
const movable = () => {
  let nowMs = 1_000_000
  return { now: () => nowMs, advance: (ms: number) => (nowMs += ms) }
}

describe('tokens per minute in one process', () => {
  it('what is reserved and what was used together never exceed the limit, and the wait is the shortest', async () => {
    const step = fc.record({
      ms: fc.nat(30_000),
      reserved: fc.integer({ min: 1, max: 1000 }),
      /** At the end, uses tokens of the call this many calls before; at most what was reserved. */
      ends: fc.nat(5),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = movable()
        const limiter = createTokenLimiter({ clock })
        const calls: { id: string; at: number; tokens: number; reserved: number }[] = []
        const total = () =>
          calls.reduce((sum, { at, tokens }) => (at > clock.now() - 60_000 ? sum + tokens : sum), 0)
        for (const [index, { ms, reserved, ends, part }] of steps.entries()) {
          clock.advance(ms)
          const before = total()
          const id = `call ${index}`
          const verdict = await limiter.reserve(share(id, reserved))
          expect(verdict.isAllowed).toBe(before + reserved <= 1000)
          if (verdict.isAllowed) calls.push({ id, at: clock.now(), tokens: reserved, reserved })
          else {
            const wait = verdict.retryAfterSeconds * 1000
            const fitsIn = (inMs: number) =>
              calls.reduce(
                (sum, { at, tokens }) => (at > clock.now() + inMs - 60_000 ? sum + tokens : sum),
                0,
              ) +
                reserved <=
              1000
            expect([fitsIn(wait), fitsIn(wait - 1000 - 1)]).toEqual([true, false])
          }
          const ended = calls.at(-1 - ends)
          if (!ended) continue
          const used = Math.floor(ended.tokens * part)
          await limiter.correct(share(ended.id, ended.reserved), used)
          if (ended.at > clock.now() - 60_000) ended.tokens = used
        }
      }),
    )
  })

  it('what a long call uses beyond its estimate counts when it is known', async () => {
    const clock = movable()
    const limiter = createTokenLimiter({ clock })
    const long = share('long', 100)
    await limiter.reserve(long)
    clock.advance(90_000)
    await limiter.correct(long, 900)
    expect((await limiter.reserve(share('next', 300))).isAllowed).toBe(false)
    expect((await limiter.reserve(share('small', 200))).isAllowed).toBe(true)
    clock.advance(60_000)
    expect((await limiter.reserve(share('later', 1000))).isAllowed).toBe(true)
  })
})

describe('tokens per minute shared on Redis', () => {
  const connections: Redis[] = []
  let first: TokenLimiter
  let second: TokenLimiter
  beforeAll(async () => {
    const url = await createRedis()
    const connect = async () => {
      const connection = new Redis(url, { lazyConnect: true })
      connections.push(connection)
      await connection.connect()
      return createTokenLimiter({
        clock: { now: () => Date.now() },
        redis: connection,
        redisTimeoutMs: 10_000,
      })
    }
    first = await connect()
    second = await connect()
  })
  afterAll(() => {
    for (const each of connections) each.disconnect()
  })

  it('two daemons together let no more than the limit through', async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        (at % 2 ? first : second).reserve(share(`many ${at}`, 90, { key: 'token:2' })),
      ),
    )
    expect(verdicts.filter((each) => each.isAllowed)).toHaveLength(11)
    const waits = verdicts.filter((each) => !each.isAllowed).map((each) => each.retryAfterSeconds)
    expect(Math.min(...waits)).toBeGreaterThan(50)
    expect(Math.max(...waits)).toBeLessThanOrEqual(60)
  })

  it('what one daemon corrects is room, or less of it, for the other', async () => {
    const at = { key: 'token:3' }
    const whole = share('whole', 1000, at)
    expect((await first.reserve(whole)).isAllowed).toBe(true)
    expect((await second.reserve(share('no', 1, at))).isAllowed).toBe(false)
    await first.correct(whole, 400)
    const more = share('more', 100, at)
    expect((await second.reserve(more)).isAllowed).toBe(true)
    await second.correct(more, 700)
    expect((await first.reserve(share('over', 1, at))).isAllowed).toBe(false)
    await second.correct(more, 0)
    expect((await first.reserve(share('rest', 600, at))).isAllowed).toBe(true)
  })
})

it('without its Redis a daemon counts for itself, beginning with what it let through', async () => {
  const redis = new Redis(await createRedis(), { lazyConnect: true })
  redis.on('error', () => undefined)
  await redis.connect()
  const limiter = createTokenLimiter({ clock: { now: () => Date.now() }, redis, redisTimeoutMs: 10_000 })
  expect((await limiter.reserve(share('a', 700))).isAllowed).toBe(true)
  redis.disconnect()
  expect((await limiter.reserve(share('b', 400))).isAllowed).toBe(false)
  expect((await limiter.reserve(share('c', 300))).isAllowed).toBe(true)
})
