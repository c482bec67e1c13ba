import { describe, expect, it, onTestFinished } from 'vitest'
import { announce, type ChangeFeedOptions, createChangeFeed } from '../../../src/daemon/db/changes.ts'
import type { Database } from '../../../src/daemon/db/database.ts'
import { createRedis, startOwnRedis } from '../../support/services/redis.ts'
import { engines, freshPlace, openFresh, openHere } from './fresh-store.ts'

async function listen(database: Database, options: Partial<ChangeFeedOptions> = {}) {
  const feed = await createChangeFeed(database, { pollMs: 0, ...options })
  onTestFinished(() => feed.close())
  const heard: string[] = []
  feed.on('token', (ref) => {
    heard.push(`token ${ref}`)
  })
  feed.on('options', (ref) => {
    heard.push(`options ${ref}`)
  })
  return { feed, heard }
}

const clockAt = (start: number) => {
  let now = start
  return { now: () => now, pass: (ms: number) => (now += ms) }
}

/** Opens two daemons on one database. */
async function twoDaemons() {
  const place = { ...(await freshPlace('postgres')), secretKey: 'ab'.repeat(32) }
  return Promise.all([openHere(place), openHere(place)])
}

describe.each(engines)('the change feed on %s', (engine) => {
  it('tells listeners of the same daemon at once, and only those of the kind', async () => {
    const { feed, heard } = await listen(await openFresh(engine))
    await feed.changed('token', 7)
    await feed.changed('user', 1)
    await feed.changed('options')
    expect(heard).toEqual(['token 7', 'options '])
  })

  it('answers once its listeners have done their work', async () => {
    const { feed, heard } = await listen(await openFresh(engine))
    feed.on('user', async (ref) => {
      await new Promise(setImmediate)
      heard.push(`reloaded ${ref}`)
    })
    await feed.changed('user', 1)
    expect(heard).toEqual(['reloaded 1'])
  })

  it('goes on when a listener throws or rejects', async () => {
    const { feed, heard } = await listen(await openFresh(engine))
    feed.on('user', () => {
      throw new Error('broken')
    })
    feed.on('user', () => Promise.reject(new Error('broken as well')))
    feed.on('user', (ref) => {
      heard.push(`user ${ref}`)
    })
    await feed.changed('user', 1)
    expect(heard).toEqual(['user 1'])
  })

  it('reliability 5: tells a change again until its listener has succeeded, and then no more', async () => {
    const { feed } = await listen(await openFresh(engine))
    const loads: string[] = []
    feed.on('channels', async (ref) => {
      loads.push(ref)
      if (loads.length < 3) throw new Error('the store is away')
    })
    await feed.changed('channels', 7)
    await feed.poll()
    await feed.poll()
    expect(loads).toEqual(['7', '7', '7'])
    await feed.poll()
    expect(loads).toHaveLength(3)
  })

  it('reliability 5: an older load that ends late does not count for a newer one that failed', async () => {
    const { feed } = await listen(await openFresh(engine))
    const old = Promise.withResolvers<void>()
    const answers = [old.promise, Promise.reject(new Error('the store is away')), Promise.resolve()]
    let loads = 0
    feed.on('channels', () => {
      loads += 1
      return answers[loads - 1]
    })
    const first = feed.changed('channels')
    await feed.changed('channels')
    old.resolve()
    await first
    await feed.poll()
    expect(loads).toBe(3)
  })

  it('says nothing of a transaction that was rolled back', async () => {
    const database = await openFresh(engine)
    const { feed, heard } = await listen(database)
    await database.knex
      .transaction(async (trx) => {
        await announce(trx, 'token', 1)
        throw new Error('no')
      })
      .catch(() => undefined)
    await feed.poll()
    expect(heard).toEqual([])
  })

  it('forgets announcements after an hour', async () => {
    const database = await openFresh(engine)
    const clock = clockAt(10_000_000)
    const { feed } = await listen(database, { clock })
    await announce(database.knex, 'token', 1, clock)
    clock.pass(3_600_001)
    await announce(database.knex, 'token', 2, clock)
    await feed.poll()
    expect(await database.knex('changes').pluck('ref')).toEqual(['2'])
  })
})

describe('daemons on one PostgreSQL database', () => {
  it('hear each other by polling, each announcement once', async () => {
    const [one, two] = await twoDaemons()
    const { feed, heard } = await listen(two)
    await one.knex.transaction((trx) => announce(trx, 'token', 1))
    await one.knex.transaction((trx) => announce(trx, 'options'))
    await feed.poll()
    await feed.poll()
    expect(heard).toEqual(['token 1', 'options '])
  })

  it('read again when they are asked during a poll, which may have read too early', async () => {
    const [one, two] = await twoDaemons()
    const { feed, heard } = await listen(two)
    const called = Promise.withResolvers<void>()
    const loaded = Promise.withResolvers<void>()
    feed.on('channels', () => {
      called.resolve()
      return loaded.promise
    })
    await announce(one.knex, 'channels', 1)
    const running = feed.poll()
    await called.promise
    await announce(one.knex, 'token', 1)
    const asked = Promise.all([feed.poll(), feed.poll()])
    loaded.resolve()
    await asked
    expect(heard).toEqual(['token 1'])
    await running
  })

  it('say nothing about what was there before they started', async () => {
    const [one, two] = await twoDaemons()
    await announce(one.knex, 'token', 1)
    const { feed, heard } = await listen(two)
    await feed.poll()
    expect(heard).toEqual([])
  })

  it('miss no announcement that commits later than one with a higher number', async () => {
    const [one, two] = await twoDaemons()
    const { feed, heard } = await listen(two)
    const slow = await one.knex.transaction()
    await announce(slow, 'token', 'slow')
    await announce(one.knex, 'token', 'fast')
    await feed.poll()
    await slow.commit()
    await feed.poll()
    expect(heard).toEqual(['token fast', 'token slow'])
  })

  it('stop reading back after a minute', async () => {
    const [one, two] = await twoDaemons()
    const clock = clockAt(1)
    const { feed, heard } = await listen(two, { clock })
    await announce(one.knex, 'token', 1)
    await feed.poll()
    clock.pass(60_001)
    await feed.poll()
    await announce(one.knex, 'token', 2)
    const reads: unknown[] = []
    two.knex.on('query', ({ bindings }) => reads.push(bindings[0]))
    await feed.poll()
    expect(heard).toEqual(['token 1', 'token 2'])
    expect(reads).toEqual([1])
  })

  it('hear more announcements than fit one read', async () => {
    const [one, two] = await twoDaemons()
    const { feed, heard } = await listen(two)
    await one
      .knex('changes')
      .insert(Array.from({ length: 2500 }, (_, ref) => ({ kind: 'token', ref, at_ms: 1 })))
    await feed.poll()
    expect(heard).toHaveLength(2500)
  })

  it('reliability 5: take in a change that they heard while the store was failing', async () => {
    const [one, two] = await twoDaemons()
    const { feed } = await listen(two)
    const prices: unknown[] = []
    feed.on('options', async () => {
      prices.push((await two.knex('options').where({ key: 'ModelRatio' }).first('value')).value)
    })
    await one.knex('options').insert({ key: 'ModelRatio', value: 'new', updated_ms: 1 })
    await announce(one.knex, 'options', 'ModelRatio')
    await one.knex.schema.renameTable('options', 'away')
    await feed.poll()
    expect(prices).toEqual([])
    await one.knex.schema.renameTable('away', 'options')
    await feed.poll()
    expect(prices).toEqual(['new'])
  })

  it('reliability 5: load everything when they could not read for longer than announcements are kept', async () => {
    const [, two] = await twoDaemons()
    const clock = clockAt(1)
    const { feed, heard } = await listen(two, { clock })
    await feed.poll()
    clock.pass(3_600_000)
    await feed.poll()
    expect(heard).toEqual(['options ', 'token '])
  })

  it('reliability 5: tell a listener that comes later what was announced while the daemon started', async () => {
    const [one, two] = await twoDaemons()
    const { feed } = await listen(two)
    await announce(one.knex, 'channels', 4)
    await feed.poll()
    const loads: string[] = []
    feed.on('channels', (ref) => void loads.push(ref))
    await feed.poll()
    expect(loads).toEqual(['4'])
  })

  it('read again by themselves', async () => {
    const [one, two] = await twoDaemons()
    const { feed, heard } = await listen(two, { pollMs: 5 })
    const arrived = new Promise((resolve) => feed.on('token', resolve))
    await announce(one.knex, 'token', 1)
    await arrived
    expect(heard).toEqual(['token 1'])
  })
})

describe('daemons with Redis', () => {
  it('hear each other at once, and not themselves twice', async () => {
    const [one, two] = await twoDaemons()
    const redisUrl = await createRedis()
    const from = await listen(one, { redisUrl })
    const to = await listen(two, { redisUrl })
    const arrived = new Promise((resolve) => to.feed.on('token', resolve))
    // Subscribing takes a moment. Messages published before that are only found by polling.
    const repeat = setInterval(() => void from.feed.changed('token', 5), 5)
    onTestFinished(() => clearInterval(repeat))
    await arrived
    clearInterval(repeat)
    expect(new Set(to.heard)).toEqual(new Set(['token 5']))
  })

  it('fall back to polling while Redis is away, and never fail', async () => {
    const redis = await startOwnRedis()
    onTestFinished(() => redis.remove())
    const [one, two] = await twoDaemons()
    const warnings: string[] = []
    const log = { warn: (_: unknown, text: string) => warnings.push(text), error: () => undefined }
    const from = await listen(one, { redisUrl: redis.url })
    const to = await listen(two, {
      redisUrl: redis.url,
      log: log as unknown as NonNullable<ChangeFeedOptions['log']>,
    })
    await redis.stop()
    await announce(one.knex, 'token', 1)
    await from.feed.changed('token', 1)
    await to.feed.poll()
    expect(to.heard).toEqual(['token 1'])
    await expect.poll(() => warnings).toHaveLength(1)
  })
})
