import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Finds the folder that holds `package.json` and `migrations/`. It searches upwards because sources and builds are at
 * different depths below it.
 */
export function findPackageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'migrations'))) return folder
    if (folder === dirname(folder)) throw new Error(`No package.json with migrations/ above ${from}`)
  }
}
