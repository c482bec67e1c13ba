import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder that holds `package.json` and `migrations/`, looked for upwards: sources and builds lie at different
 * depths below it.
 */
export function findPackageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'migrations'))) return folder
    if (folder === dirname(folder)) throw new Error(`No package.json with migrations/ above ${from}`)
  }
}
