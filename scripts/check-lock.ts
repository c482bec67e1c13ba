/**
 * Fails if package-lock.json lacks a package that another one depends on. `npm install` accepts that, even if the
 * registry does not have the package, but `npm ci` then refuses to install anything.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lockFile = join(import.meta.dirname, '..', 'package-lock.json')
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/**
 * Whether a dependency is locked. Node.js looks for it next to the package that needs it, then in each parent directory
 * up to the root.
 */
function isLocked(name: string, from: string): boolean {
  if (Object.hasOwn(packages, `${from === '' ? '' : `${from}/`}node_modules/${name}`)) return true
  if (from === '') return false
  const outer = from.lastIndexOf('/node_modules/')
  return isLocked(name, outer === -1 ? '' : from.slice(0, outer))
}

const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
  Object.keys({ ...dependencies, ...optionalDependencies })
    .filter((name) => !isLocked(name, place))
    .map((name) => `${place === '' ? 'package.json' : place} needs ${name}`),
)
if (missing.length > 0) {
  process.stdout.write(`package-lock.json lacks packages:\n${missing.join('\n')}\n`)
  process.exitCode = 1
}
