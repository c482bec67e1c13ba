/**
 * `node tests/bench/flame-main.ts OUT.svg [plain|streamed] [seconds]`: where the main thread's time goes under full load,
 * on SQLite, as a flame graph.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServices } from '../support/services/start-services.ts'
import { type CpuProfile, drawFlameGraph } from './flame-graph.ts'
import { loadGenerator } from './load.ts'
import { startProgram } from './node-program.ts'
import { path, plainRequest, streamRequest } from './requests.ts'
import { startTollgate } from './targets.ts'

const [out = 'flame.svg', kind = 'plain', seconds = '10'] = process.argv.slice(2)
const body = kind === 'streamed' ? streamRequest : plainRequest
const folder = mkdtempSync(join(tmpdir(), 'tollgate-profile-'))
const services = await startServices()
const upstream = await startProgram('upstream')
// The daemon inherits it; it writes its profile when it ends.
process.env.NODE_OPTIONS = `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=${folder}`
const target = await startTollgate('SQLite', upstream.url)
delete process.env.NODE_OPTIONS
let fromUs = 0
try {
  const { url, key } = target
  const load = { url, key, path, body, connections: 64, seconds: Number(seconds) }
  const generator = loadGenerator()
  // Compiled by then.
  await generator.apply({ ...load, seconds: 3 })
  fromUs = Number(process.hrtime.bigint() / 1000n)
  await generator.apply(load)
} finally {
  await target.stop()
  await upstream.stop()
  await services.stop()
}
// The main thread's file is the one with the most samples: threads and launchers write theirs too.
const profiles = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile,
)
rmSync(folder, { recursive: true })
const [longest] = profiles
  .filter(({ nodes }) => nodes.some(({ callFrame }) => callFrame.url.includes('/relay/')))
  .sort((a, b) => b.samples.length - a.samples.length)
if (longest === undefined) throw new Error('the daemon left no profile')
const title = `Tollgate, ${kind} chat at full load, 64 connections, SQLite: the main thread`
writeFileSync(out, drawFlameGraph(longest, fromUs, title))
