import { expect, it } from 'vitest'
import { recordCalls } from './calls.ts'
import { openClient } from './client.ts'
import { startSite } from './site.ts'

it('S06 a channel that points at the gateway itself: refused after one hop, nothing charged, nobody held', async () => {
  const site = await startSite()
  const client = openClient(site.url)
  try {
    // Each call holds quota for the longest possible answer of an unknown model.
    const account = await site.createAccount('anna', 100_000_000)
    const token = await account.createToken()
    const calls = recordCalls(client, account, token)
    await site.admin.setOption('ModelRatio', JSON.stringify({ 'fault-whole': 1, loop: 1 }))
    await site.admin.createChannel({ name: 'loop', key: token.key, base_url: site.url, models: 'loop' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => calls.make({ model: 'loop', stream: index % 2 === 0 })),
    )
    for (const { outcome, status } of answers) {
      expect(outcome).toBe('failed')
      expect([502, 508]).toContain(status)
    }
    expect(site.upstream.hits).toBe(0)
    expect((await calls.make()).outcome).toBe('ok')
    expect(await site.judge(calls.operations)).toEqual([])
  } finally {
    client.close()
    await site.stop()
  }
})
