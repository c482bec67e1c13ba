import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's version. This file is nested deeper in the build than in the sources. */
export const version: string = readVersion(dirname(fileURLToPath(import.meta.url)))

function readVersion(directory: string): string {
  const path = join(directory, 'package.json')
  if (existsSync(path)) {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (
      typeof manifest === 'object' &&
      manifest !== null &&
      'name' in manifest &&
      manifest.name === 'tollgate' &&
      'version' in manifest
    )
      return String(manifest.version)
  }
  const parent = dirname(directory)
  return parent === directory ? '0.0.0' : readVersion(parent)
}
