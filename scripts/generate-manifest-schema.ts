import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestSchema } from '../src/cli/manifest/schema.ts'
import { optionKeys } from '../src/daemon/options/registry.ts'

/**
 * Writes `docs/manifest.schema.json` from the existing settings and the table that is used to read manifests. With
 * `--check` it writes nothing and exits with 1 if the committed schema is out of date.
 */
const path = join(import.meta.dirname, '..', 'docs', 'manifest.schema.json')
const text = `${JSON.stringify(manifestSchema(optionKeys), null, 1)}\n`

if (readIfThere() !== text) {
  if (process.argv.includes('--check')) {
    console.error('docs/manifest.schema.json is not what manifests are read by: run npm run generate.')
    process.exitCode = 1
  } else writeFileSync(path, text)
}

function readIfThere(): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
