import { expect, it, vi } from 'vitest'
import { findJsonProblem } from '../../../src/console/components/ui/json-problem.ts'
import { toCsv } from '../../../src/console/components/ui/table/csv.ts'
import { safeReturnTo } from '../../../src/console/routes.ts'

it('the first line that is no JSON is named', () => {
  const cases: readonly (readonly [string, number | undefined])[] = [
    ['', undefined],
    [' \n ', undefined],
    ['{"a": 1}', undefined],
    ['{\n  "a": 1,\n  "b": }\n', 3],
    ['{\n  "a": 1,\n}', 3],
    ['{"a": 1 // no comments\n}', 1],
    ['[1, 2', 1],
    ['{\n\n"a" 1}', 3],
    ["{'a': 1}", 1],
  ]
  for (const [text, line] of cases) expect([text, findJsonProblem(text)?.line]).toEqual([text, line])
})

it('an exported text is never a formula and keeps commas, quotes and line breaks', () => {
  const column = { id: 'a', header: 'A', cell: () => null, csv: (row: string) => row }
  const file = toCsv(['=1+1', '@x', '-2+3', 'a,b', 'say "hi"', 'two\nlines', '报表'], [column])
  expect(file).toBe(`\uFEFFA\r\n'=1+1\r\n'@x\r\n'-2+3\r\n"a,b"\r\n"say ""hi"""\r\n"two\nlines"\r\n报表\r\n`)
})

it('an exported amount is a number, a negative one too', () => {
  const column = { id: 'a', header: 'A', cell: () => null, csv: (row: string) => row }
  expect(toCsv(['-72.5', '+3', '-0.000001', '-1-1', '-.5', '-1\n'], [column])).toBe(
    `\uFEFFA\r\n-72.5\r\n+3\r\n-0.000001\r\n'-1-1\r\n'-.5\r\n"'-1\n"\r\n`,
  )
})

it('Low: no formula hides behind blanks or full-width signs', () => {
  const column = { id: 'a', header: 'A', cell: () => null, csv: (row: string) => row }
  expect(toCsv([' =1+1', '＝1+1', '\t-2'], [column])).toBe(`\uFEFFA\r\n' =1+1\r\n'＝1+1\r\n'\t-2\r\n`)
})

it('Low: after signing in, only a path of this site is followed, in whatever way another one is written', () => {
  vi.stubGlobal('location', new URL('https://gate.example.com/login'))
  try {
    const home = safeReturnTo(undefined)
    for (const elsewhere of [
      '/x/..//evil.example',
      '/.//evil.example',
      '//evil.example',
      '/\\evil.example',
      '/x/%2e%2e//evil.example/y?z',
      'https://evil.example',
      '/login?returnTo=/app',
    ])
      expect([elsewhere, safeReturnTo(elsewhere)]).toEqual([elsewhere, home])
    expect(safeReturnTo('/app/me?tab=a#b')).toBe('/app/me?tab=a#b')
  } finally {
    vi.unstubAllGlobals()
  }
})
