/**
 * Fails if package-lock.json lacks a package that another one names. `npm install` puts up with that, also when a registry
 * does not have the package, but `npm ci` then refuses to install anything.
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

/** Node.js looks for a package beside the one that needs it, then one folder further out, and so on to the top. */
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
