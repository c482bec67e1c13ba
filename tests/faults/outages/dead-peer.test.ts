import { expect, it, vi } from 'vitest'
import { recordCalls } from '../calls.ts'
import { openClient } from '../client.ts'
import { models, startSite } from '../site.ts'

const timeout = { timeout: 60_000, interval: 50 }

it('a stream that had earned something when its daemon was killed is charged that, once, by the next start', async () => {
  const site = await startSite()
  const client = openClient(site.url)
  try {
    const account = await site.createAccount('anna', 100_000_000)
    const calls = recordCalls(client, account, await account.createToken())
    site.upstream.next({ echo: true, holdAt: 4 })
    const lost = calls.make({ stream: true, kind: 'call' })
    await (await site.upstream.received(1)).held
    const accrued = await vi.waitFor(async () => {
      const [hold] = await site.store.query<{ accrued: number }>(
        'SELECT accrued FROM holds WHERE is_allowance = 0',
      )
      expect(hold?.accrued).toBeGreaterThan(0)
      return BigInt(hold?.accrued ?? 0)
    }, timeout)
    site.gateway.signal('SIGKILL')
    expect(await lost).toMatchObject({ outcome: 'unknown' })
    await site.gateway.ended
    await site.restart()
    const { entries } = await site.store.readBooks()
    expect(entries.at(-1)).toMatchObject({ kind: 2, delta: -accrued })
    expect(accrued).toBeLessThanOrEqual(models.call.price)
    const logs = await site.store.query<{ type: number; quota: number }>(
      'SELECT type, quota FROM usage_logs WHERE type = 2',
    )
    expect(logs).toEqual([{ type: 2, quota: Number(accrued) }])
    expect(await site.judge(calls.operations)).toEqual([])
  } finally {
    client.close()
    await site.stop()
  }
})

it('holds of a killed daemon are settled by another one on the same database', async () => {
  const site = await startSite({ engine: 'postgres' })
  const client = openClient(site.url)
  try {
    const account = await site.createAccount('anna', 100_000_000)
    const calls = recordCalls(client, account, await account.createToken())
    const peer = await site.startPeer()
    site.upstream.always({ echo: true, holdAt: 'headers' })
    const lost = Promise.all(Array.from({ length: 10 }, () => calls.make()))
    await (await site.upstream.received(10)).held
    // Some holds are within an allowance at first; long-running requests get rows for theirs.
    await vi.waitFor(async () => expect((await site.store.readBooks()).holds).toHaveLength(10), timeout)
    site.gateway.signal('SIGKILL')
    await Promise.all([lost, site.gateway.ended])
    expect((await site.store.readBooks()).holds).toHaveLength(10)
    await site.declareDead()
    await vi.waitFor(async () => expect((await site.store.readBooks()).holds).toEqual([]), timeout)
    await vi.waitFor(
      () => expect(peer.output()).toContain('settled the holds of a daemon that died'),
      timeout,
    )
    await site.restart()
    expect(await site.judge(calls.operations)).toEqual([])
  } finally {
    client.close()
    await site.stop()
  }
})
