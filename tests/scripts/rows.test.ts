import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compare, readList } from '../../scripts/rows/compare.ts'
import { idPattern, readTitles } from '../../scripts/rows/read-titles.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-rows-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns an insertion as it appears in a template of the source. */
const inserted = (what: string) => `\${${what}}`

let written = 0
/** Writes the source to a separate file and reads it. @returns the IDs in the titles of its tests */
const idsIn = (...lines: string[]): string[] => {
  const file = join(folder, `case-${++written}.test.ts`)
  writeFileSync(file, lines.join('\n'))
  return readTitles(file).flatMap(({ text, fromTable }) => [...(text.match(idPattern) ?? []), ...fromTable])
}

it('reads the ids in the names of tests and of groups, however they are written', () => {
  expect(
    idsIn(
      "describe('A-ONE-01 a group', () => {",
      "  it('A-ONE-02 A-ONE-03: two', () => {})",
      `  test(\`A-ONE-04 of ${inserted('vendor')} and C-ONE-05\`, () => {})`,
      "  it.concurrent('A-ONE-06', () => {})",
      "  it.skipIf(away)('A-ONE-07', () => {})",
      "  it('A-ONE-08 is ' + 'A-ONE-09', () => {})",
      '})',
    ),
  ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => `${each === 5 ? 'C' : 'A'}-ONE-0${each}`))
})

it('counts no id in a comment, in the body of a test, glued together, or in a test that is not run', () => {
  expect(
    idsIn(
      '// A-ONE-01',
      "it('all is well', () => { say('A-ONE-02') })",
      `it(\`A-ONE-${inserted("'03'")}\`, () => {})`,
      "it.skip('A-ONE-04', () => {})",
      "it.todo('A-ONE-05')",
      "describe.skip('A-ONE-06', () => { it('A-ONE-07', () => {}) })",
      "other('A-ONE-08', () => {})",
      "it.each(['A-ONE-09'])",
    ),
  ).toEqual([])
})

it('counts an id of a table where the name shows it', () => {
  expect(idsIn("it.each(['A-ONE-01', 'A-ONE-02'])('%s', () => {})")).toEqual(['A-ONE-01', 'A-ONE-02'])
  expect(idsIn("it.each([['A-ONE-01', 'A-ONE-02']] as const)('%s', () => {})")).toEqual(['A-ONE-01'])
  expect(idsIn("it.each([{ id: 'A-ONE-01', note: 'A-ONE-02' }])('$id', () => {})")).toEqual(['A-ONE-01'])
  expect(idsIn("it.each([['A-ONE-01', 1]])('a name without it', () => {})")).toEqual([])
})

it('counts no table that leaves rows out, directly or in a constant', () => {
  expect(
    idsIn(
      "const all = [{ id: 'A-ONE-01' }]",
      'const some = all.flatMap((each) => (each.id ? [each] : []).filter(isRight))',
      "it.each(some)('$id', () => {})",
      "it.each(all.slice(1))('$id', () => {})",
    ),
  ).toEqual([])
})

it('finds a table in a constant, in the same file or in one that is imported', () => {
  writeFileSync(
    join(folder, 'table.ts'),
    "const rows = [['A-ONE-02', 1]]\nexport const table = rows.map(([id, size]) => ({ id, size }))",
  )
  expect(
    idsIn(
      "import { table as other } from './table.ts'",
      "const own = [{ row: 'A-ONE-01' }] satisfies object[]",
      "it.each(own)('$row', () => {})",
      "it.each(other.map((each) => [each.id, each]))('%s', () => {})",
    ),
  ).toEqual(['A-ONE-01', 'A-ONE-02'])
})

it('complains of an id without a test, an id that is not listed, an id listed twice, and a range', () => {
  const title = (text: string) => ({ file: 'a.test.ts', line: 7, text, fromTable: [] })
  const { carried, complaints } = compare(
    readList('# One\nA-ONE-01\nA-ONE-02\n\n# Two\nC-TWO-01\nC-TWO-01\n'),
    [title('A-ONE-01: holds'), title('C-TWO-01..04: hold'), title('A-ONE-1: holds')],
  )
  expect(carried.get('A-ONE-01')).toEqual([title('A-ONE-01: holds')])
  expect(complaints).toEqual([
    'C-TWO-01 is listed twice',
    'a.test.ts:7 names a range: write every id out',
    'a.test.ts:7 names A-ONE-1, which is not in the list',
    'A-ONE-02 has no test',
  ])
})

it('the list has each of the 759 demands once', () => {
  const ids = readList(readFileSync(join(import.meta.dirname, '..', 'rows.txt'), 'utf8'))
  expect([ids.length, new Set(ids).size]).toEqual([759, 759])
  for (const id of ids) expect(id).toMatch(/^[AC]-[A-Z]+-\d{2,3}$/)
})
