import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type OwnRedis, startOwnRedis } from '../support/services/redis.ts'
import type { Account } from './account.ts'
import { recordCalls } from './calls.ts'
import { type Client, openClient } from './client.ts'
import { type Site, startSite } from './site.ts'

let redis: OwnRedis
let site: Site
let client: Client
let account: Account

beforeAll(async () => {
  redis = await startOwnRedis()
  site = await startSite({ env: { TOLLGATE_REDIS_URL: redis.url } })
  client = openClient(site.url)
  account = await site.createAccount('anna', 10_000_000)
})
afterAll(async () => {
  client.close()
  await site.stop()
  await redis.remove()
})

/** Sends one command directly to Redis. */
const command = async (name: string, ...args: string[]): Promise<void> => {
  const connection = new Redis(redis.url)
  await connection.call(name, ...args)
  connection.disconnect()
}

it('Redis paused, flushed, killed and back: every request is answered and charged as before', async () => {
  const calls = recordCalls(client, account, await account.createToken())
  const answered = () => calls.operations.length
  let isOver = false
  const load = Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      while (!isOver) await calls.make({ stream: worker % 2 === 0 })
    }),
  )
  const untilMore = async (count: number) => {
    const before = answered()
    await vi.waitUntil(() => answered() > before + count, { timeout: 60_000 })
  }
  await untilMore(30)
  await command('CLIENT', 'PAUSE', '2000', 'ALL')
  await untilMore(30)
  await command('FLUSHALL')
  await untilMore(30)
  await redis.stop()
  await untilMore(60)
  await redis.start()
  await untilMore(30)
  isOver = true
  await load
  expect(calls.operations.filter(({ outcome }) => outcome !== 'ok')).toEqual([])
  expect(await site.judge(calls.operations)).toEqual([])
})

it('without Redis a token still has its rate limit', async () => {
  const response = await fetch(`${site.url}/api/token/`, {
    method: 'POST',
    headers: account.headers,
    body: JSON.stringify({
      name: 'limited',
      unlimited_quota: true,
      rate_limit_enabled: true,
      rate_limit_period: 3600,
      rate_limit_count: 10,
      rate_limit_success: 0,
    }),
  })
  const { data } = (await response.json()) as { data: { id: number; key: string } }
  const afterEntry = (await site.store.readBooks()).entries.at(-1)?.id ?? 0
  const calls = recordCalls(client, account, { id: data.id, key: `sk-${data.key}` })
  await redis.stop()
  const answers = await Promise.all(Array.from({ length: 200 }, () => calls.make()))
  expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(190)
  expect(await site.judge(calls.operations, { afterEntry })).toEqual([])
})
