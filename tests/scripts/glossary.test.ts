import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findForbidden, readGlossary } from '../../scripts/words/glossary.ts'

const page = `
## Terms

| term  | means    | not                          |
| ----- | -------- | ---------------------------- |
| email | messages | \`e-mail\`, post (a letter)    |

## Phrasing

| instead of            | write |
| --------------------- | ----- |
| \`mend\`, \`parted by\`   | fix   |
| \`你\`                  | 您    |

## Exceptions

| keep             | because  |
| ---------------- | -------- |
| \`the e-mail log\` | a reason |
`
const glossary = readGlossary(page)
const found = (text: string) =>
  findForbidden(text, glossary).map(({ variant, linesBefore }) => `${linesBefore} ${variant}`)

it('what is in code font under "not" and "instead of" is flagged, with the better word', () => {
  expect(findForbidden('Send an E-Mail to mend it', glossary)).toEqual([
    { variant: 'e-mail', better: 'email', linesBefore: 0 },
    { variant: 'mend', better: 'fix', linesBefore: 0 },
  ])
})

it('words are found whole, across lines, and at the line where they begin', () => {
  expect(found('recommend amends, e-mailing')).toEqual([])
  expect(found('one\ntwo parted\n by three')).toEqual(['1 parted by'])
})

it('plain text of the column is advice, and Chinese is found inside a sentence', () => {
  expect(found('post (a letter)')).toEqual([])
  expect(found('这是你的令牌')).toEqual(['0 你'])
})

it('an exception is left alone, and the same word elsewhere is not', () => {
  expect(found('The e-mail\nlog')).toEqual([])
  expect(found('the e-mail log\nan e-mail')).toEqual(['1 e-mail'])
})

it('a page without the tables or their columns is refused', () => {
  expect(() => readGlossary(page.replace('## Phrasing', '## Wording'))).toThrow('no table under "Phrasing"')
  expect(() => readGlossary(page.replace('| not ', '| never '))).toThrow('no column "not"')
})

it('the glossary of the project can be read', () => {
  const { rules } = readGlossary(readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8'))
  expect(rules.length).toBeGreaterThan(40)
})
