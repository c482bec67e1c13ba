import { readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const directory = join(root, 'openapi')
const file = join(directory, 'bundled.gen.json')

/** What the bundle is made from: the YAML, the error codes with their statuses, and the program that makes it. */
const sources = [
  'openapi/openapi.yaml',
  'openapi/paths',
  'openapi/components',
  'src/daemon/errors',
  'scripts/contract',
]

/**
 * Makes `openapi/bundled.gen.json` when it is missing or was made from other sources than these. The file carries the time
 * of its newest source. It is replaced as a whole, so several processes may do this at a time.
 *
 * @throws Error naming file and reference when the contract contradicts itself
 */
export async function bundleIfStale(): Promise<void> {
  // Taken first: a source changed meanwhile makes the result stale, not wrong for ever.
  const newest = new Date(Math.max(...sources.map((each) => newestTime(join(root, each)))))
  if (statSync(file, { throwIfNoEntry: false })?.mtime.getTime() === newest.getTime()) return
  const { bundleContract } = await import('./bundle.ts')
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(bundleContract(directory), null, 1)}\n`)
  utimesSync(fresh, newest, newest)
  renameSync(fresh, file)
}

/** In whole milliseconds; of a folder the newest of what is in it and of itself, which changes when a file goes away. */
function newestTime(path: string): number {
  const status = statSync(path)
  const inside = status.isDirectory() ? readdirSync(path).map((name) => newestTime(join(path, name))) : []
  return Math.max(Math.trunc(status.mtimeMs), ...inside)
}
