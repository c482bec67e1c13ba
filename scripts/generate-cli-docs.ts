import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandIndex } from '../src/cli/command-index.ts'
import { operationFacts } from './cli-docs/exits.ts'
import { commandPage } from './cli-docs/page.ts'
import { publishedSchemas } from './cli-docs/published-schemas.ts'
import { bundleContract } from './contract/bundle.ts'

/**
 * Writes `docs/cli.md` and `openapi/cli-output.gen.json` from the commands and the contract. With `--check` nothing is
 * written: exit 1 when what is committed differs.
 */
const root = join(import.meta.dirname, '..')
const contract = bundleContract(join(root, 'openapi'))
const commands = await Promise.all(commandIndex.map(({ load }) => load()))
const operations = operationFacts(contract)
const outputs = {
  'docs/cli.md': commandPage(commands, operations),
  'openapi/cli-output.gen.json': `${JSON.stringify(publishedSchemas(commands, contract), null, 1)}\n`,
}

const isCheck = process.argv.includes('--check')
const stale: string[] = []
for (const [file, text] of Object.entries(outputs)) {
  const path = join(root, file)
  if (readIfThere(path) === text) continue
  if (isCheck) stale.push(file)
  else writeFileSync(path, text)
}
if (stale.length > 0) {
  console.error(`${stale.join(' and ')} is not what the commands say: run npm run generate.`)
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
