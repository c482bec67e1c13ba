import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeAll, renderMatrix } from '../tests/conformance/translation/matrix.ts'
import { judgeVendors } from '../tests/conformance/translation/within-format.ts'

/**
 * Runs the codecs on the conformance documents and writes the results to `docs/translation.md`. With `--check` it
 * writes nothing and exits with 1 if the committed page is out of date. It also exits with 1 if a feature is lost
 * silently.
 */
const path = join(import.meta.dirname, '..', 'docs', 'translation.md')
const cells = judgeAll()
const vendors = judgeVendors()
const text = renderMatrix(cells, vendors)
const lost = cells.flatMap(({ direction, feature, from, to, verdict }) =>
  verdict.kind === 'silent'
    ? [`${direction} "${feature}", ${from.label} to ${to.label}: ${verdict.detail}`]
    : [],
)
for (const { vendor, model, silent } of vendors)
  for (const wish of silent) lost.push(`inside one format, ${vendor} (${model}): ${wish}`)
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== text) {
    console.error('docs/translation.md is out of date: run npm run conformance.')
    process.exitCode = 1
  }
} else writeFileSync(path, text)
for (const line of lost) console.error(`lost silently: ${line}`)
if (lost.length > 0) process.exitCode = 1
const exact = vendors.filter(({ announced }) => announced.length === 0).length
console.log(`${vendors.length} models inside one format: ${exact} exact`)
const count = (kind: string) => cells.filter(({ verdict }) => verdict.kind === kind).length
console.log(
  `${cells.length} cells: ${count('exact')} exact, ${count('announced')} announced, ${count('refused')} refused, ${count('silent')} silent`,
)
