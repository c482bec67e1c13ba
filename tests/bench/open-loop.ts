import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { type Quantiles, quantiles } from './quantiles.ts'
import { path } from './requests.ts'

/**
 * Sends requests at a fixed rate whether or not earlier ones have returned; each is timed from the moment it was due to
 * its last byte, so that a stall shows in every request it delayed.
 * @returns milliseconds for the requests that were answered with 200, and the number of the others
 */
export const measureLatency = async (target: {
  readonly url: string
  readonly key: string
  readonly body: string
  readonly perSecond: number
  readonly seconds: number
}): Promise<Quantiles & { readonly failures: number }> => {
  const pool = new Pool(target.url, { connections: 256, pipelining: 1 })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${target.key}` }
  const times: number[] = []
  let failures = 0
  const one = async (due: number) => {
    try {
      const { statusCode, body } = await pool.request({ path, method: 'POST', headers, body: target.body })
      await body.arrayBuffer()
      if (statusCode === 200) times.push(performance.now() - due)
      else failures += 1
    } catch {
      failures += 1
    }
  }
  const warmUp = target.perSecond
  const total = warmUp + target.perSecond * target.seconds
  const open: Promise<void>[] = []
  const start = performance.now()
  for (let sent = 0; sent < total; ) {
    // The first request is due now, not one interval later.
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * target.perSecond) + 1)
    for (; sent < due; sent += 1) open.push(one(start + (sent / target.perSecond) * 1000))
    await sleep(1)
  }
  await Promise.all(open)
  await pool.close()
  return { ...quantiles(times.slice(warmUp)), failures }
}
