import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { spawnKept } from '../support/kept-child.ts'
import { recordCalls } from './calls.ts'
import { openClient } from './client.ts'
import { startSite } from './site.ts'

const launcher = fileURLToPath(new URL('../../bin/tollgate', import.meta.url))

it('F24 a second daemon on the same SQLite file ends with 6 and names the first, which goes on', async () => {
  const site = await startSite()
  const client = openClient(site.url)
  try {
    const account = await site.createAccount('anna', 100_000_000)
    const calls = recordCalls(client, account, await account.createToken())
    let isOver = false
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) expect((await calls.make({ stream: true })).outcome).toBe('ok')
      }),
    )
    const second = spawnKept(process.execPath, [
      launcher,
      'serve',
      '--port',
      '0',
      '--data',
      site.gateway.dataDir,
    ])
    const [message, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')])
    isOver = true
    await load
    expect(code).toBe(6)
    expect(message).toContain(String(site.gateway.pid))
    expect(message.trim().split('\n')).toHaveLength(1)
    expect(await site.judge(calls.operations)).toEqual([])
  } finally {
    client.close()
    await site.stop()
  }
})
