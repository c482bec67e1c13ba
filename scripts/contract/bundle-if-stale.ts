import { readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const directory = join(root, 'openapi')
const file = join(directory, 'bundled.gen.json')

/** The sources of the bundle: the YAML, the error codes with their statuses, and the program that creates it. */
const sources = [
  'openapi/openapi.yaml',
  'openapi/paths',
  'openapi/components',
  'src/daemon/errors',
  'scripts/contract',
]

/**
 * Creates `openapi/bundled.gen.json` when it is missing or was created from different sources. The file gets the
 * modification time of its newest source. It is replaced atomically, so several processes may do this at the same time.
 *
 * @throws Error naming file and reference when the contract contradicts itself
 */
export async function bundleIfStale(): Promise<void> {
  // Read first: a source changed in the meantime makes the result stale instead of permanently wrong.
  const newest = new Date(Math.max(...sources.map((each) => newestTime(join(root, each)))))
  if (statSync(file, { throwIfNoEntry: false })?.mtime.getTime() === newest.getTime()) return
  const { bundleContract } = await import('./bundle.ts')
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(bundleContract(directory), null, 1)}\n`)
  utimesSync(fresh, newest, newest)
  renameSync(fresh, file)
}

/**
 * Returns the modification time in whole milliseconds. For a directory, this is the newest of its contents and of
 * itself, because its own time changes when a file is removed.
 */
function newestTime(path: string): number {
  const status = statSync(path)
  const inside = status.isDirectory() ? readdirSync(path).map((name) => newestTime(join(path, name))) : []
  return Math.max(Math.trunc(status.mtimeMs), ...inside)
}
