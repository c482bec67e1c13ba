import { describeLimits, type Limits, limits, verdict } from './limits.ts'
import type { LoadGenerator } from './load.ts'
import { measureStreams } from './many-streams.ts'
import { measureLatency } from './open-loop.ts'
import { describeTime, type ProcessorTime, perRequest } from './processor-time.ts'
import { median } from './quantiles.ts'
import { messagesPath, messagesRequest, path, plainRequest, streamRequest } from './requests.ts'
import type { Target } from './targets.ts'

/** How long and how often to measure. */
export interface Extent {
  readonly repetitions: number
  readonly seconds: number
  /** Seconds of load before the first repetition. */
  readonly warmUpSeconds: number
  readonly streams: number
  readonly memoryRequests: number
}

/** One row of the table, with one text per target, in the order of the targets. */
export interface Row {
  readonly measure: string
  readonly values: readonly string[]
  /** The required and (in brackets) desired value, for readers of the table. */
  readonly goal: string
}

export interface Bench {
  readonly extent: Extent
  readonly targets: readonly Target[]
  readonly generator: LoadGenerator
  /** Problems found, such as failed requests and missing charges. */
  readonly complaints: string[]
  say(line: string): void
}

export const count = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ')
/** Formats bytes as megabytes; for external programs the number is unknown. */
export const megabytes = (bytes: number | undefined): string =>
  bytes === undefined ? '?' : `${Math.round(bytes / 1e6)} MB`
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`

/** One target under one kind of request. */
interface Run {
  /** Description for progress messages. */
  readonly what: string
  readonly target: Target
  readonly path: string
  readonly body: string
}

/**
 * Applies load that is not measured. V8 compiles for up to twenty seconds of full load, separately for each kind of
 * request; ten thousand requests are too few.
 */
export const warmUp = async (
  { generator, extent }: Bench,
  { target: { url, key }, path, body }: Omit<Run, 'what'>,
  connections = 64,
): Promise<void> => {
  await generator.apply({ url, key, path, body, connections, seconds: extent.warmUpSeconds })
}

/** The results of a run. */
interface Throughput {
  /** Requests per second, median of the repetitions. */
  readonly rate: number
  /** The reading of the repetition with the median sum; undefined for an external program. */
  readonly time: ProcessorTime | undefined
}

/**
 * Measures the full throughput of each run; repetitions are interleaved so that a slow minute of the machine affects
 * all runs.
 */
const throughputOf = async (
  bench: Bench,
  runs: readonly Run[],
  connections: number,
): Promise<Throughput[]> => {
  const rates = runs.map((): number[] => [])
  const times = runs.map((): ProcessorTime[] => [])
  for (const run of runs) await warmUp(bench, run, connections)
  for (let repetition = 0; repetition < bench.extent.repetitions; repetition += 1) {
    for (const [index, { what, target, path, body }] of runs.entries()) {
      const { url, key } = target
      const chargedBefore = await target.books?.charged()
      const timeBefore = target.processorTime()
      const load = { url, key, path, body, connections, seconds: bench.extent.seconds }
      const result = await bench.generator.apply(load)
      const timeAfter = target.processorTime()
      if (result.failures > 0)
        bench.complaints.push(`${what}, ${target.name}: ${result.failures} requests failed`)
      const charged = ((await target.books?.charged()) ?? 0) - (chargedBefore ?? 0)
      if (target.books && charged < result.requests)
        bench.complaints.push(`${what}, ${target.name}: ${result.requests} answered, ${charged} charged`)
      rates[index]?.push(result.perSecond)
      const time = timeBefore && timeAfter && perRequest(timeBefore, timeAfter, result.requests)
      if (time) times[index]?.push(time)
      bench.say(
        `${what}, ${target.name}: ${count(result.perSecond)} req/s${time ? `, ${describeTime(time)}` : ''}`,
      )
    }
  }
  return rates.map((each, index) => ({ rate: median(each), time: medianTime(times[index] ?? []) }))
}

const sumOf = (time: ProcessorTime): number => Object.values(time).reduce((sum, each) => sum + each, 0)

/** Returns the reading with the median sum, as a whole, so that its parts add up. */
const medianTime = (times: readonly ProcessorTime[]): ProcessorTime | undefined =>
  times.toSorted((a, b) => sumOf(a) - sumOf(b))[Math.floor(times.length / 2)]

const throughput = (bench: Bench, what: string, body: string, connections: number): Promise<Throughput[]> =>
  throughputOf(
    bench,
    bench.targets.map((target) => ({ what, target, path, body })),
    connections,
  )

/** Formats requests per second with their share of the pass-through's, and the processor time of a request. */
const throughputRows = (
  bench: Bench,
  measure: string,
  results: readonly Throughput[],
  demanded: Limits,
): Row[] => {
  const [bare] = results
  const share = (rate: number, target: Target | undefined): string => {
    const ratio = rate / (bare?.rate ?? rate)
    return `${count(rate)} req/s, **${ratio.toFixed(2)}**${verdict(ratio, target?.name ?? '', demanded)}`
  }
  return [
    {
      measure,
      values: results.map(({ rate }, index) =>
        index === 0 ? `${count(rate)} req/s` : share(rate, bench.targets[index]),
      ),
      goal: describeLimits(demanded),
    },
    { measure: `… processor time of one`, values: results.map(timeText), goal: '' },
  ]
}

const timeText = ({ time }: Throughput): string => (time ? describeTime(time) : '?')

export const plainChat = async (bench: Bench): Promise<Row[]> => {
  const measure = 'plain chat, 64 connections'
  return throughputRows(bench, measure, await throughput(bench, measure, plainRequest, 64), limits.plain)
}

export const hotUser = async (bench: Bench): Promise<Row[]> => {
  const measure = 'one hot user, 500 connections'
  const results = await throughput(bench, measure, plainRequest, 500)
  const [bare] = results
  return [
    {
      measure,
      values: results.map(({ rate }) => `${count(rate)} req/s, ${(rate / (bare?.rate ?? rate)).toFixed(2)}`),
      goal: '≥ 5 000 charged req/s',
    },
  ]
}

export const streamedChat = async (bench: Bench): Promise<Row[]> => {
  const measure = 'streamed chat of 50 chunks, 64 connections'
  return throughputRows(bench, measure, await throughput(bench, measure, streamRequest, 64), limits.streamed)
}

/**
 * Measures a stream translated for a client of another protocol, next to the same stream passed through by the same
 * server.
 */
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
  const [untranslated, ...results] = await throughputOf(bench, runs, 64)
  const bareRate = untranslated?.rate ?? 0
  const pairs = servers.map((target, index) => ({
    target,
    own: results[2 * index],
    one: results[2 * index + 1],
  }))
  const shares = pairs.map(({ target, own, one }) => {
    const rate = one?.rate ?? 0
    const ofOwn = `${(rate / (own?.rate ?? rate)).toFixed(2)} of its own ${count(own?.rate ?? 0)} req/s untranslated`
    const ratio = rate / bareRate
    return `${count(rate)} req/s, **${ratio.toFixed(2)}**${verdict(ratio, target.name, limits.translated)}; ${ofOwn}`
  })
  return [
    {
      measure,
      values: [`${count(bareRate)} req/s untranslated`, ...shares],
      goal: describeLimits(limits.translated),
    },
    {
      measure: `… processor time of one`,
      values: [untranslated, ...pairs.map(({ one }) => one)].map((each) => (each ? timeText(each) : '?')),
      goal: '',
    },
  ]
}

export const addedLatency = async (bench: Bench): Promise<Row[]> => {
  const perSecond = 500
  const p50 = bench.targets.map((): number[] => [])
  const p99 = bench.targets.map((): number[] => [])
  const measure = ({ url, key }: Target) =>
    measureLatency({ url, key, body: plainRequest, perSecond, seconds: bench.extent.seconds })
  for (const target of bench.targets) {
    await warmUp(bench, { target, path, body: plainRequest })
    // The client that sends these requests has to be warm too.
    await measure(target)
  }
  for (let repetition = 0; repetition < bench.extent.repetitions; repetition += 1) {
    for (const [index, target] of bench.targets.entries()) {
      const result = await measure(target)
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
  const added = (samples: readonly number[][], demanded: Limits): string[] => {
    const values = samples.map(median)
    return values.map((value, index) => {
      if (index === 0) return milliseconds(value)
      const more = value - (values[0] ?? value)
      const reached = verdict(more, bench.targets[index]?.name ?? '', demanded)
      return `${milliseconds(value)}, **${more < 0 ? '' : '+'}${milliseconds(more)}**${reached}`
    })
  }
  const row = (measure: string, samples: readonly number[][], demanded: Limits): Row => ({
    measure,
    values: added(samples, demanded),
    goal: describeLimits(demanded, 'ms'),
  })
  return [
    row('median at 500 req/s, added', p50, limits.addedMedian),
    row('p99 at 500 req/s, added', p99, limits.addedP99),
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
    const resident = result.residentBytesMax
    const reached = resident === undefined ? '' : verdict(resident / 1e6, target.name, limits.streams)
    values.push(
      `chunk delay p99 ${milliseconds(result.delay.p99)}, **${megabytes(resident)}**${reached}, ${result.dropped} dropped`,
    )
    bench.say(`open streams, ${target.name}: ${values.at(-1)} (${count(result.chunks)} chunks)`)
  }
  const measure = `${count(streams)} open streams, 10 chunks/s each`
  return [{ measure, values, goal: `p99 < 50 ms, ${describeLimits(limits.streams, 'MB')}, 0 dropped` }]
}

export const memory = async (bench: Bench): Promise<Row[]> => {
  const { memoryRequests } = bench.extent
  const values: string[] = []
  for (const target of bench.targets) {
    const samples: (number | undefined)[] = []
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
    const most = Math.max(...samples.map((bytes) => bytes ?? 0))
    values.push(`${megabytes(samples[0])} → ${megabytes(samples.at(-1))}, at most ${megabytes(most)}`)
    bench.say(`memory, ${target.name}: ${samples.map(megabytes).join(' ')}`)
  }
  return [{ measure: `memory over ${count(memoryRequests)} requests`, values, goal: 'flat' }]
}
