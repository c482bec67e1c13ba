/**
 * `node tests/bench/flame-main.ts OUT.svg [plain|streamed] [seconds]`: draws a flame graph of the main thread under
 * full load, on SQLite.
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
// The daemon inherits this and writes its profile when it exits.
process.env.NODE_OPTIONS = `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=${folder}`
const target = await startTollgate('SQLite', upstream.url)
delete process.env.NODE_OPTIONS
let fromUs = 0
try {
  const { url, key } = target
  const load = { url, key, path, body, connections: 64, seconds: Number(seconds) }
  const generator = loadGenerator()
  // Warm up, so that V8 has compiled everything before the measurement.
  await generator.apply({ ...load, seconds: 3 })
  fromUs = Number(process.hrtime.bigint() / 1000n)
  await generator.apply(load)
} finally {
  await target.stop()
  await upstream.stop()
  await services.stop()
}
// The main thread's file is the one with the most samples: other threads and launchers write profiles too.
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
