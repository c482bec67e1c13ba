import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { accessOf } from './contract/access.ts'
import { bundleContract } from './contract/bundle.ts'
import { withoutFailures } from './contract/without-failures.ts'

/**
 * Generates `types.gen.ts` and `access.gen.ts` from the contract. With `--check` it writes nothing and exits with 1 if
 * the committed files are out of date. The whole document is not committed: see `openapi/contract.ts`.
 */
const directory = join(import.meta.dirname, '..', 'openapi')
const bundled = bundleContract(directory)
const types = await openapiTypescript(withoutFailures(bundled) as unknown as OpenAPI3, {
  defaultNonNullable: false,
})
const origin = '// Made by scripts/generate-contract.ts from openapi/openapi.yaml. Do not edit.\n'
const outputs = {
  'access.gen.ts': `${origin}${accessOf(bundled)}`,
  'types.gen.ts': `${origin}${astToString(types)}`,
}

const isCheck = process.argv.includes('--check')
const stale: string[] = []
for (const [file, text] of Object.entries(outputs)) {
  const path = join(directory, file)
  if (readIfThere(path) === text) continue
  if (isCheck) stale.push(file)
  else writeFileSync(path, text)
}
if (stale.length > 0) {
  console.error(`openapi/${stale.join(' and openapi/')} does not match its sources: run npm run generate.`)
  process.exitCode = 1
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
