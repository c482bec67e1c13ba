import type { LoadGenerator } from './load.ts'
import { measureStreams } from './many-streams.ts'
import { measureLatency } from './open-loop.ts'
import { median } from './quantiles.ts'
import { messagesPath, messagesRequest, path, plainRequest, streamRequest } from './requests.ts'
import type { Target } from './targets.ts'

/** How long and how often. */
export interface Extent {
  readonly repetitions: number
  readonly seconds: number
  readonly streams: number
  readonly memoryRequests: number
}

/** One line of the table: a text per target, in the order of the targets. */
export interface Row {
  readonly measure: string
  readonly values: readonly string[]
  /** What was demanded, for the reader beside it. */
  readonly goal: string
}

export interface Bench {
  readonly extent: Extent
  readonly targets: readonly Target[]
  readonly generator: LoadGenerator
  /** What went wrong: requests that failed, charges that are missing. */
  readonly complaints: string[]
  say(line: string): void
}

const count = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ')
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`

/** One target under one kind of request. */
interface Run {
  /** For the reader who waits. */
  readonly what: string
  readonly target: Target
  readonly path: string
  readonly body: string
}

/** Full throughput of each run, repetitions interleaved so that a slow minute of the machine hits every run alike. */
const throughputOf = async (bench: Bench, runs: readonly Run[], connections: number): Promise<number[]> => {
  const rates = runs.map((): number[] => [])
  for (let repetition = 0; repetition < bench.extent.repetitions; repetition += 1) {
    for (const [index, { what, target, path, body }] of runs.entries()) {
      const { url, key } = target
      const chargedBefore = await target.books?.charged()
      const load = { url, key, path, body, connections, seconds: bench.extent.seconds }
      const result = await bench.generator.apply(load)
      if (result.failures > 0)
        bench.complaints.push(`${what}, ${target.name}: ${result.failures} requests failed`)
      const charged = ((await target.books?.charged()) ?? 0) - (chargedBefore ?? 0)
      if (target.books && charged < result.requests)
        bench.complaints.push(`${what}, ${target.name}: ${result.requests} answered, ${charged} charged`)
      rates[index]?.push(result.perSecond)
      bench.say(`${what}, ${target.name}: ${count(result.perSecond)} req/s`)
    }
  }
  return rates.map(median)
}

const throughput = (bench: Bench, what: string, body: string, connections: number): Promise<number[]> =>
  throughputOf(
    bench,
    bench.targets.map((target) => ({ what, target, path, body })),
    connections,
  )

const ratios = (rates: readonly number[]): string[] =>
  rates.map((rate, index) =>
    index === 0
      ? `${count(rate)} req/s`
      : `${count(rate)} req/s, **${(rate / (rates[0] ?? rate)).toFixed(2)}**`,
  )

export const plainChat = async (bench: Bench): Promise<Row[]> => {
  const measure = 'plain chat, 64 connections'
  return [{ measure, values: ratios(await throughput(bench, measure, plainRequest, 64)), goal: '≥ 0.65' }]
}

export const hotUser = async (bench: Bench): Promise<Row[]> => {
  const measure = 'one hot user, 500 connections'
  return [
    {
      measure,
      values: ratios(await throughput(bench, measure, plainRequest, 500)),
      goal: '≥ 5 000 charged req/s',
    },
  ]
}

export const streamedChat = async (bench: Bench): Promise<Row[]> => {
  const measure = 'streamed chat of 50 chunks, 64 connections'
  return [{ measure, values: ratios(await throughput(bench, measure, streamRequest, 64)), goal: '≥ 0.6' }]
}

/** A client of another protocol than the upstream's, beside the same stream passed through by the same server. */
export const translatedChat = async (bench: Bench): Promise<Row[]> => {
  const measure = 'the same stream translated for a Messages client, 64 connections'
  const [bare, ...servers] = bench.targets
  if (!bare) return []
  const same = (target: Target): Run => ({ what: 'streamed chat', target, path, body: streamRequest })
  const translated = (target: Target): Run => ({
    what: 'translated stream',
    target,
    path: messagesPath,
    body: messagesRequest,
  })
  const runs = [same(bare), ...servers.flatMap((target) => [same(target), translated(target)])]
  const [bareRate = 0, ...rates] = await throughputOf(bench, runs, 64)
  const values = servers.map((_, index) => {
    const [own = 0, rate = 0] = rates.slice(2 * index)
    return `${count(rate)} req/s, **${(rate / bareRate).toFixed(2)}**; ${(rate / own).toFixed(2)} of its own ${count(own)} req/s untranslated`
  })
  return [{ measure, values: [`${count(bareRate)} req/s untranslated`, ...values], goal: '≥ 0.5' }]
}

export const addedLatency = async (bench: Bench): Promise<Row[]> => {
  const perSecond = 500
  const p50 = bench.targets.map((): number[] => [])
  const p99 = bench.targets.map((): number[] => [])
  for (let repetition = 0; repetition < bench.extent.repetitions; repetition += 1) {
    for (const [index, target] of bench.targets.entries()) {
      const { url, key } = target
      const result = await measureLatency({
        url,
        key,
        body: plainRequest,
        perSecond,
        seconds: bench.extent.seconds,
      })
      if (result.failures > 0)
        bench.complaints.push(
          `latency, ${target.name}: ${result.failures} requests failed`,
          ...(await target.lastFailures()),
        )
      p50[index]?.push(result.p50)
      p99[index]?.push(result.p99)
      bench.say(
        `latency, ${target.name}: median ${milliseconds(result.p50)}, p99 ${milliseconds(result.p99)}`,
      )
    }
  }
  const added = (samples: readonly number[][]): string[] => {
    const values = samples.map(median)
    return values.map((value, index) =>
      index === 0
        ? milliseconds(value)
        : `${milliseconds(value)}, **+${milliseconds(value - (values[0] ?? value))}**`,
    )
  }
  return [
    { measure: 'median at 500 req/s', values: added(p50), goal: '< +1.5 ms' },
    { measure: 'p99 at 500 req/s', values: added(p99), goal: '< +5 ms' },
  ]
}

export const openStreams = async (bench: Bench): Promise<Row[]> => {
  const { streams } = bench.extent
  const values: string[] = []
  for (const target of bench.targets) {
    const { url, key } = target
    const residentBytes = () => target.residentBytes()
    const result = await measureStreams({ url, key, streams, openSeconds: 5, residentBytes })
    if (result.dropped > 0) bench.complaints.push(`open streams, ${target.name}: ${result.dropped} dropped`)
    values.push(
      `chunk delay p99 ${milliseconds(result.delay.p99)}, ${megabytes(result.residentBytesMax)}, ${result.dropped} dropped`,
    )
    bench.say(`open streams, ${target.name}: ${values.at(-1)} (${count(result.chunks)} chunks)`)
  }
  const measure = `${count(streams)} open streams, 10 chunks/s each`
  return [{ measure, values, goal: 'p99 < 50 ms, < 350 MB, 0 dropped' }]
}

export const memory = async (bench: Bench): Promise<Row[]> => {
  const { memoryRequests } = bench.extent
  const values: string[] = []
  for (const target of bench.targets) {
    const samples: number[] = []
    const slice = memoryRequests / 10
    let done = 0
    while (done < memoryRequests) {
      const before = done
      while (done - before < slice) {
        const { url, key } = target
        const load = { url, key, path, body: plainRequest, connections: 64, seconds: 1 }
        done += (await bench.generator.apply(load)).requests
      }
      samples.push(target.residentBytes())
    }
    values.push(
      `${megabytes(samples[0] ?? 0)} → ${megabytes(samples.at(-1) ?? 0)}, at most ${megabytes(Math.max(...samples))}`,
    )
    bench.say(`memory, ${target.name}: ${samples.map(megabytes).join(' ')}`)
  }
  return [{ measure: `memory over ${count(memoryRequests)} requests`, values, goal: 'flat' }]
}
