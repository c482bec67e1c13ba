import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, readList } from './rows/compare.ts'
import { readTitles } from './rows/read-titles.ts'

/**
 * Prints every requirement of the specification (the ids in `tests/rows.txt`) with the tests that cover it: `npm run
 * rows -- [--wrong] [beginning of an id ...]`. With `--wrong` it prints only problems. Exits with 1 when an id has no
 * test, or a test names an id that is not in the list.
 *
 * A test covers an id when the id is written out in its name, or in the name of a surrounding group (`describe`). If
 * the name shows values of an `.each` table (`%s`, `$name`), ids written out in these values count too. Not counted:
 * ids in comments, ids assembled from pieces, all but the first id of a range, and names of tests marked `skip` or
 * `todo`.
 *
 * The script only reads names. Whether a test verifies what its name says must be judged by a person.
 */
const root = join(import.meta.dirname, '..')
process.chdir(root)

const onlyWrong = process.argv.includes('--wrong')
const beginnings = process.argv.slice(2).filter((each) => !each.startsWith('--'))

const files = globSync('tests/**/*.{test,cases}.ts').sort()
const { carried, complaints } = compare(
  readList(readFileSync('tests/rows.txt', 'utf8')),
  files.flatMap(readTitles),
)

if (!onlyWrong)
  for (const [id, titles] of carried) {
    if (beginnings.length > 0 && !beginnings.some((each) => id.startsWith(each))) continue
    console.log(id)
    for (const { file, line, text } of titles) console.log(`    ${file}:${line}  ${text}`)
  }
for (const text of complaints) console.error(text)

const covered = [...carried.values()].filter((titles) => titles.length > 0).length
console.log(
  `${carried.size} ids, ${covered} with a test, ${complaints.length} complaints; ${files.length} files`,
)
process.exitCode = complaints.length === 0 ? 0 : 1
