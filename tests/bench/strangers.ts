import { measureStreams } from './many-streams.ts'
import type { Bench, Row } from './measurements.ts'
import { startProgram } from './node-program.ts'
import { path } from './requests.ts'
import type { Target } from './targets.ts'

const STRANGERS = 60
const BODY_BYTES = 33_000_000
const STREAMS = 10

/** Measures paying streams, first alone and then next to strangers who send large bodies without a key. */
export const strangers = async (bench: Bench): Promise<Row[]> => {
  const values: string[] = []
  for (const target of bench.targets) values.push(target.books ? await besideStrangers(bench, target) : '')
  const measure = `${STRANGERS} strangers with ${BODY_BYTES / 1e6} MB each and no key, beside ${STREAMS} paying streams`
  return [{ measure, values, goal: '< 200 MB more, chunk delay p99 < 100 ms more, 0 dropped' }]
}

const besideStrangers = async ({ complaints, say }: Bench, target: Target): Promise<string> => {
  const streams = () =>
    measureStreams({
      url: target.url,
      key: target.key,
      streams: STREAMS,
      openSeconds: 1,
      residentBytes: () => target.residentBytes(),
    })
  const alone = await streams()
  const crowd = await startProgram(
    'stranger-clients',
    ...['--url', target.url, '--path', path],
    ...['--strangers', String(STRANGERS), '--bytes', String(BODY_BYTES)],
  )
  const beside = await streams()
  await crowd.stop()
  const grownMegabytes = ((beside.residentBytesMax ?? 0) - (alone.residentBytesMax ?? 0)) / 1e6
  const addedMs = beside.delay.p99 - alone.delay.p99
  const value = `${grownMegabytes.toFixed(0)} MB more, chunk delay p99 ${alone.delay.p99.toFixed(1)} → ${beside.delay.p99.toFixed(1)} ms, ${beside.dropped} dropped`
  say(`strangers, ${target.name}: ${value}`)
  if (grownMegabytes >= 200 || addedMs >= 100 || beside.dropped > 0)
    complaints.push(`strangers, ${target.name}: ${value}`)
  return value
}
