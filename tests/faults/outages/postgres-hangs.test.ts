import { expect, it, vi } from 'vitest'
import { createDatabase } from '../../support/services/postgres.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { whenDone } from '../../support/when-done.ts'
import { startSite } from '../site.ts'

/** Two seconds plus tolerance for a busy machine. A hanging query fails only after half a minute. */
const answerMs = 10_000

it('/readyz says no within seconds while PostgreSQL hangs, and yes once it goes on', async () => {
  const own = new URL(await createDatabase('hangs'))
  const proxy = await startTcpProxy({ host: own.hostname, port: Number(own.port) })
  const through = new URL(own)
  through.host = `127.0.0.1:${proxy.port}`
  const site = await startSite({ databaseUrl: String(through) })
  whenDone(async () => {
    proxy.resume()
    await site.stop()
    await proxy.close()
  })
  const readyz = async () => {
    const startedMs = performance.now()
    const { status } = await fetch(`${site.url}/readyz`)
    return { status, ms: performance.now() - startedMs }
  }
  expect((await readyz()).status).toBe(200)
  proxy.stall()
  for (let times = 0; times < 3; times += 1) {
    const { status, ms } = await readyz()
    expect(status).toBe(503)
    expect(ms).toBeLessThan(answerMs)
  }
  proxy.resume()
  await vi.waitFor(async () => expect((await readyz()).status).toBe(200), { timeout: 60_000, interval: 50 })
})
