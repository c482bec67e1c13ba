import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Area, readPhrases } from '../../scripts/words/read-phrases.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tollgate-words-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const read = (area: Area, file: string, source: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), source)
  return readPhrases(root, area).map(({ line, text }) => `${line} ${text.trim()}`)
}

it('docs are read without code, and lines keep their numbers', () => {
  const [page] = read('docs', 'README.md', 'one `code`\n```\nmend\n```\nfive\n')
  expect(page).not.toMatch(/code|mend/)
  expect(page?.split('\n')[4]).toBe('five')
})

it('API descriptions and summaries are read, whatever their style', () => {
  const source = `get:
  summary: List all
  description: |
    Newest
    first.
  name: { description: A name. }
`
  expect(read('openapi', 'openapi/paths/a.yaml', source)).toEqual([
    '2 List all',
    '3 Newest\nfirst.',
    '6 A name.',
  ])
})

it('strings of phrase files are read; keys, types and imports are not', () => {
  const source = `import { a } from './b.ts'
export const en: Record<'key', string> = {
  'a.key': 'A text',
}
`
  expect(read('terminal', 'src/cli/phrases/en.ts', source)).toEqual(['3 A text'])
})

it('neighbouring comment lines are one text, without code', () => {
  const source = '/**\n * One `code`\n * two.\n */\nconst a = 1 // not this\n// three\n'
  expect(read('comments', 'src/daemon/a.ts', source).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    '1 One two.',
    '6 three',
  ])
})
