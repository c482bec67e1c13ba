import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pinned-node.js'

/** File in dist/ that identifies the sources it was built from. */
export const hashFile = '.source-hash'

/** File in dist/console/ that identifies the sources the console was built from. */
export const consoleHashFile = '.source-hash'

/** Sources of the console. It uses only types of the contract, which leave no trace in the result. */
const consoleSources = ['src/console', 'package-lock.json']

const sources = [
  'src',
  'openapi',
  'scripts/build.js',
  'scripts/bundle-daemon.ts',
  'scripts/bundle-plugins.ts',
  'scripts/bundle-terminal.ts',
  'scripts/contract',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
]

/** @param {string} path */
const filesIn = (path) =>
  readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    // The bundle is generated from the sources when it is first needed.
    .filter((entry) => entry.isFile() && !entry.name.startsWith('bundled.gen.json'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))

/** Returns a hash of everything that the build reads. */
export const sourceHash = () => hashOf(sources)

/** Returns a hash of everything that the build of the console reads. */
export const consoleHash = () => hashOf(consoleSources)

/** @param {string[]} paths files and folders of the repository */
const hashOf = (paths) => {
  const files = paths.flatMap((path) => (path.includes('.') ? [path] : filesIn(path)))
  const hash = createHash('sha256')
  for (const file of files.filter((each) => existsSync(join(root, each))).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
