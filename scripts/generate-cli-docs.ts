import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContract } from '../openapi/contract.ts'
import { commandIndex } from '../src/cli/command-index.ts'
import { operationFacts } from './cli-docs/exits.ts'
import { commandPage } from './cli-docs/page.ts'

/**
 * Writes `docs/cli.md` from the commands and the contract. With `--check` it writes nothing and exits with 1 if the
 * committed page is out of date.
 */
const path = join(import.meta.dirname, '..', 'docs', 'cli.md')
const commands = await Promise.all(commandIndex.map(({ load }) => load()))
const text = commandPage(commands, operationFacts(readContract()))

if (readIfThere() !== text) {
  if (process.argv.includes('--check')) {
    console.error('docs/cli.md is not what the commands say: run npm run generate.')
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
