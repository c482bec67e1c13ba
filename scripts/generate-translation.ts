import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeAll, renderMatrix } from '../tests/conformance/translation/matrix.ts'

/**
 * Writes `docs/translation.md` from what the codecs do with the conformance documents. With `--check` nothing is written:
 * exit 1 when what is committed is not what they do. Exit 1 as well when something is lost in silence.
 */
const path = join(import.meta.dirname, '..', 'docs', 'translation.md')
const cells = judgeAll()
const text = renderMatrix(cells)
const lost = cells.flatMap(({ direction, feature, from, to, verdict }) =>
  verdict.kind === 'silent'
    ? [`${direction} "${feature}", ${from.label} to ${to.label}: ${verdict.detail}`]
    : [],
)
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== text) {
    console.error('docs/translation.md is not what the codecs do: run npm run conformance.')
    process.exitCode = 1
  }
} else writeFileSync(path, text)
for (const line of lost) console.error(`lost in silence: ${line}`)
if (lost.length > 0) process.exitCode = 1
const count = (kind: string) => cells.filter(({ verdict }) => verdict.kind === kind).length
console.log(
  `${cells.length} cells: ${count('exact')} exact, ${count('announced')} announced, ${count('refused')} refused, ${count('silent')} silent`,
)
