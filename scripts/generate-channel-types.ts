import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderTable } from './channel-types/table.ts'

/** Writes `docs/channel-types.md`. With `--check` it only compares, and exits with 1 if the page is out of date. */
const path = join(import.meta.dirname, '..', 'docs', 'channel-types.md')
const page = renderTable()
const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === page

if (!isCurrent && process.argv.includes('--check')) {
  console.error('docs/channel-types.md does not show the registry of channel types: run npm run generate.')
  process.exitCode = 1
} else if (!isCurrent) writeFileSync(path, page)
