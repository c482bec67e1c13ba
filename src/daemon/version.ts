import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPackageRoot } from './package-root.ts'

/** Version of the package that this program is part of. */
export const version: string = (
  JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8')) as { version: string }
).version
