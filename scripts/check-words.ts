import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findForbidden, readGlossary } from './words/glossary.ts'
import { areas, readPhrases } from './words/read-phrases.ts'

/**
 * Prints user-visible phrases that `docs/glossary.md` rules out, with the better word; exits with 1 if there are any.
 */
const root = join(import.meta.dirname, '..')
const glossary = readGlossary(readFileSync(join(root, 'docs/glossary.md'), 'utf8'))
const wanted = process.argv.slice(2)
let findings = 0
let texts = 0
for (const area of areas.filter((each) => wanted.length === 0 || wanted.includes(each)))
  for (const { file, line, text } of readPhrases(root, area)) {
    texts++
    for (const { variant, better, linesBefore } of findForbidden(text, glossary)) {
      findings++
      console.log(`${file}:${line + linesBefore} "${variant}": better ${better}`)
    }
  }
console.log(`${texts} texts, ${findings} to change`)
if (findings > 0) process.exitCode = 1
