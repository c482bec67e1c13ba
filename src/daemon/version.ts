import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPackageRoot } from './package-root.ts'

/** The version of the package this program came in. */
export const version: string = (
  JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8')) as { version: string }
).version
