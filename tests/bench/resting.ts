import { setTimeout as sleep } from 'node:timers/promises'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { startOwnPostgres } from '../support/services/postgres.ts'
import { describeLimits, limits, verdict } from './limits.ts'
import { type Bench, count, megabytes, type Row } from './measurements.ts'
import { median } from './quantiles.ts'
import { path, plainRequest } from './requests.ts'

/** How long a daemon is left idle before its memory is read. */
const REST_MS = 15_000
const REST_MS_QUICK = 5_000

/** Measures a newly started daemon on an empty database: time to its first `/readyz`, and memory while idle. */
export const resting = async ({ extent, targets, say }: Bench): Promise<Row[]> => {
  const ready: string[] = []
  const idle: string[] = []
  for (const { name, books } of targets) {
    if (books === undefined) {
      ready.push('-')
      idle.push('-')
      continue
    }
    const seconds: number[] = []
    let resident = 0
    for (let run = 0; run < extent.repetitions; run += 1) {
      const url = name.endsWith('PostgreSQL') ? (await startOwnPostgres()).url : undefined
      const startedMs = performance.now()
      const gateway = await startGateway(url === undefined ? {} : { env: { TOLLGATE_DATABASE_URL: url } })
      seconds.push((performance.now() - startedMs) / 1000)
      if (run === extent.repetitions - 1) {
        await sleep(extent.repetitions > 1 ? REST_MS : REST_MS_QUICK)
        resident = gateway.residentBytes()
      }
      await gateway.stop()
    }
    const took = median(seconds)
    ready.push(`**${took.toFixed(2)} s**${verdict(took, name, limits.ready)}`)
    idle.push(`**${megabytes(resident)}**${verdict(resident / 1e6, name, limits.idle)}`)
    say(`at rest, ${name}: ready after ${took.toFixed(2)} s, ${megabytes(resident)}`)
  }
  return [
    { measure: 'start to ready, empty store', values: ready, goal: describeLimits(limits.ready, 's') },
    { measure: 'resident memory, idle', values: idle, goal: describeLimits(limits.idle, 'MB') },
  ]
}

/**
 * Measures the disk space that a plain request uses, including indexes, on a separate database with partly filled
 * tables.
 */
export const disk = async (bench: Bench): Promise<Row[]> => {
  const values: string[] = []
  for (const target of bench.targets) {
    const { store, books, url, key, name } = target
    if (store === undefined || books === undefined) {
      values.push('-')
      continue
    }
    const [bytesBefore, chargedBefore] = [await store.bytes(), await books.charged()]
    const load = { url, key, path, body: plainRequest, connections: 64, seconds: bench.extent.seconds }
    await bench.generator.apply(load)
    const requests = (await books.charged()) - chargedBefore
    const each = ((await store.bytes()) - bytesBefore) / requests
    values.push(`**${Math.round(each)} bytes**${verdict(each, name, limits.disk)}`)
    bench.say(`disk, ${name}: ${Math.round(each)} bytes each over ${count(requests)} requests`)
  }
  return [{ measure: 'store, per plain request', values, goal: describeLimits(limits.disk, 'bytes') }]
}
