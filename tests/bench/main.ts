/**
 * `npm run bench`: measures the cost of metering, as ratios to a bare pass-through in the same run. `--quick` for a
 * first look; `--only plain,hot,streamed,translated,latency,streams,disk,rest,strangers,memory,cli,console,large` for a
 * part; `large` first builds two databases of ten million rows, so it is measured only on request.
 * `--against URL --against-key KEY` also measures another gateway with the same load; its upstream must be the one at
 * `--upstream-port`.
 */
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { startServices } from '../support/services/start-services.ts'
import { large } from './large.ts'
import { loadGenerator } from './load.ts'
import {
  addedLatency,
  type Bench,
  type Extent,
  hotUser,
  memory,
  openStreams,
  plainChat,
  type Row,
  streamedChat,
  translatedChat,
  warmUp,
} from './measurements.ts'
import { startProgram } from './node-program.ts'
import { path, plainRequest } from './requests.ts'
import { disk, resting } from './resting.ts'
import { strangers } from './strangers.ts'
import { otherGateway, startPassThrough, startTollgate, type Target } from './targets.ts'
import { terminalStart } from './terminal-start.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string' },
    'against-key': { type: 'string', default: 'sk-none' },
    'upstream-port': { type: 'string', default: '0' },
  },
})
const extent: Extent = flags.quick
  ? { repetitions: 1, seconds: 3, warmUpSeconds: 3, streams: 300, memoryRequests: 20_000 }
  : { repetitions: 12, seconds: 4, warmUpSeconds: 20, streams: 2000, memoryRequests: 200_000 }

/**
 * Imported dynamically: the module's browser types must not be visible elsewhere, and its browser is loaded only on
 * request.
 */
const consoleInBrowser = async (bench: Bench): Promise<Row[]> => {
  const { href } = new URL('./console/console-in-browser.ts', import.meta.url)
  const module = (await import(href)) as { consoleInBrowser: (bench: Bench) => Promise<Row[]> }
  return module.consoleInBrowser(bench)
}

const measurements = {
  plain: plainChat,
  hot: hotUser,
  streamed: streamedChat,
  translated: translatedChat,
  latency: addedLatency,
  streams: openStreams,
  disk,
  rest: resting,
  strangers,
  memory,
  cli: terminalStart,
  console: consoleInBrowser,
  large,
}

const chosen = flags.only?.split(',') ?? Object.keys(measurements).filter((name) => name !== 'large')
const unknown = chosen.filter((name) => !(name in measurements))
if (unknown.length > 0) {
  process.stderr.write(`--only knows ${Object.keys(measurements).join(', ')}, not ${unknown.join(', ')}\n`)
  process.exit(2)
}

const say = (line: string) => void process.stderr.write(`${line}\n`)

const machine = (): string => {
  const [processor] = cpus()
  const distribution =
    /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform
  const memoryGigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${processor?.model.trim()}, ${memoryGigabytes} GB, ${distribution}, Node.js ${process.version}`
}

const print = (targets: readonly Target[], rows: readonly Row[], generator: string): void => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const names = targets.map((target) => target.name)
  process.stdout.write(
    `\n${machine()}; load by ${generator}; 1 kB requests and answers; ${extent.repetitions} × ${extent.seconds} s after ${extent.warmUpSeconds} s of warm-up, median. Bold is what is judged: throughput as a share of the pass-through's, latency added to it. ✓ reaches what it must, ✓✓ the goal in brackets, ✗ neither; limits for SQLite / PostgreSQL where they differ.\n\n${line(['measure', ...names, 'must (goal)'])}${line(['---', ...names.map(() => '---'), '---'])}${rows.map((row) => line([row.measure, ...row.values, row.goal])).join('')}\n`,
  )
}

const services = await startServices()
const generator = loadGenerator()
const upstream = await startProgram(
  'upstream',
  ...['--paced-chunks', flags.quick ? '100' : '250'],
  ...['--port', flags['upstream-port']],
)
say(`the upstream of this run: ${upstream.url}`)
const targets: Target[] = []
const complaints: string[] = []
try {
  targets.push(await startPassThrough(upstream.url))
  targets.push(await startTollgate('SQLite', upstream.url))
  targets.push(await startTollgate('PostgreSQL', upstream.url))
  if (flags.against !== undefined) targets.push(otherGateway(flags.against, flags['against-key']))
  const bench: Bench = { extent, targets, generator, complaints, say }
  const warmsItself = ['plain', 'hot', 'streamed', 'translated', 'latency']
  // These measurements do not depend on how warm the servers are.
  const staysCold = ['cli', 'console', 'rest', 'large']
  const isWarm = chosen.some((name) => warmsItself.includes(name))
  const isLoading = chosen.some((name) => !staysCold.includes(name))
  for (const target of isLoading && !isWarm ? targets : []) {
    say(`warming up ${target.name}`)
    await warmUp(bench, { target, path, body: plainRequest })
  }
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(measurements))
    if (chosen.includes(name)) rows.push(...(await measure(bench)))
  for (const target of targets) {
    const violations = await target.books?.audit()
    if (violations) complaints.push(`audit of ${target.name}: ${violations}`)
  }
  print(targets, rows, generator.name)
} finally {
  for (const target of targets) await target.stop()
  await upstream.stop()
  await services.stop()
}
for (const complaint of complaints) say(complaint)
process.exit(complaints.length > 0 ? 1 : 0)
