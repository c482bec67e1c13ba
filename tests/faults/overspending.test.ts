import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayProcess } from '../support/gateway/gateway-process.ts'
import { recordCalls } from './calls.ts'
import { type Client, openClient } from './client.ts'
import { models, type Site, startSite } from './site.ts'

const price = Number(models.call.price / 1000n)
const enoughFor = 100

/** Reads the free quota repeatedly until stopped. `stop` returns the lowest value read, and the number of reads. */
const pollQuota = (read: () => Promise<bigint>) => {
  let isOver = false
  let least = 2n ** 62n
  let polls = 0
  const done = (async () => {
    while (!isOver) {
      const quota = await read()
      polls += 1
      if (quota < least) least = quota
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await done
      return { least, polls }
    },
  }
}

describe.each(['sqlite', 'postgres'] as const)('500 requests at once on %s', (engine) => {
  let site: Site
  let client: Client
  let peer: GatewayProcess | undefined
  let peerClient: Client | undefined

  beforeAll(async () => {
    site = await startSite({ engine })
    client = openClient(site.url)
    if (engine === 'postgres') {
      peer = await site.startPeer()
      peerClient = openClient(peer.url)
    }
  })
  afterAll(async () => {
    client.close()
    peerClient?.close()
    await site.stop()
  })

  it('with a balance for 100 of them: exactly 100 succeed, and no poll sees a negative balance', async () => {
    const account = await site.createAccount('hot-user', enoughFor * price)
    const calls = recordCalls(client, account, await account.createToken())
    const poller = pollQuota(account.readQuota)
    const answers = await Promise.all(Array.from({ length: 500 }, () => calls.make({ kind: 'call' })))
    const { least, polls } = await poller.stop()
    expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(enoughFor)
    expect(answers.filter(({ code }) => code === 'insufficient_user_quota')).toHaveLength(400)
    expect(least).toBeGreaterThanOrEqual(0n)
    expect(polls).toBeGreaterThan(1)
    expect(await account.readQuota()).toBe(0n)
    expect(await site.judge(calls.operations)).toEqual([])
  })

  it('while quota is held for requests to come: exactly 100 succeed, and none is refused for it', async () => {
    const afterEntry = (await site.store.readBooks()).entries.at(-1)?.id ?? 0
    const before = 40
    const account = await site.createAccount('warm-user', (enoughFor + before) * price)
    const calls = recordCalls(client, account, await account.createToken())
    await Promise.all(Array.from({ length: before }, () => calls.make({ kind: 'call' })))
    const answers = await Promise.all(Array.from({ length: 500 }, () => calls.make({ kind: 'call' })))
    expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(enoughFor)
    expect(await account.readQuota()).toBe(0n)
    expect(await site.judge(calls.operations, { afterEntry })).toEqual([])
  })

  it('with a token budget for 100 of them: exactly 100 succeed', async () => {
    const afterEntry = (await site.store.readBooks()).entries.at(-1)?.id ?? 0
    const account = await site.createAccount('hot-token', 500 * price)
    const calls = recordCalls(client, account, await account.createToken(enoughFor * price))
    const answers = await Promise.all(Array.from({ length: 500 }, () => calls.make({ kind: 'call' })))
    expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(enoughFor)
    for (const { outcome, status } of answers) if (outcome !== 'ok') expect(status).toBe(403)
    expect(await account.readQuota()).toBe(400n * models.call.price)
    expect(await site.judge(calls.operations, { afterEntry })).toEqual([])
  })

  if (engine === 'postgres')
    it.each([
      ['while none of them holds quota for requests to come', 0],
      ['while one of them holds quota for requests to come', 40],
    ])('over two daemons on one database, %s: exactly 100 succeed', async (_while, before) => {
      const afterEntry = (await site.store.readBooks()).entries.at(-1)?.id ?? 0
      const account = await site.createAccount(`shared-${before}`, (enoughFor + before) * price)
      const token = await account.createToken()
      const here = recordCalls(client, account, token)
      const there = recordCalls(peerClient ?? client, account, token)
      await Promise.all(Array.from({ length: before }, () => here.make({ kind: 'call' })))
      const poller = pollQuota(account.readQuota)
      const answers = await Promise.all(
        Array.from({ length: 500 }, (_, index) => (index % 2 === 0 ? here : there).make({ kind: 'call' })),
      )
      const { least } = await poller.stop()
      expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(enoughFor)
      expect(least).toBeGreaterThanOrEqual(0n)
      expect(await site.judge([...here.operations, ...there.operations], { afterEntry })).toEqual([])
    })
})
