import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'

/** The place where people see a text. */
export type Area = 'docs' | 'openapi' | 'errors' | 'terminal' | 'console' | 'comments'

export interface Phrase {
  readonly area: Area
  /** Path from the root of the repository. */
  readonly file: string
  /** 1-based line on which the text begins. */
  readonly line: number
  /** The text, which may span lines, with the line breaks of the source. */
  readonly text: string
}

type Found = Pick<Phrase, 'line' | 'text'>

const sources: Record<Area, { files: string[]; read: (source: string, file: string) => Found[] }> = {
  docs: { files: ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/**/*.md'], read: readProse },
  openapi: { files: ['openapi/**/*.yaml'], read: readDescriptions },
  errors: { files: ['src/daemon/errors/**/*.ts'], read: readStrings },
  terminal: { files: ['src/cli/phrases/*.ts'], read: readStrings },
  console: { files: ['src/console/i18n/{en,zh}/*.ts'], read: readStrings },
  comments: { files: ['src/{daemon,cli}/**/*.{ts,tsx}', 'scripts/**/*.{ts,js}'], read: readComments },
}

export const areas = Object.keys(sources) as Area[]

/** Files to skip: `docs/cli.md` repeats texts of the terminal, and the glossary contains the words that it forbids. */
const left = new Set(['docs/cli.md', 'docs/glossary.md'])

/** Reads every text of an area, in the order of files and lines. Code in Markdown is left out. */
export function readPhrases(root: string, area: Area): Phrase[] {
  const { files, read } = sources[area]
  return globSync(files, { cwd: root })
    .filter((file) => !left.has(file) && !file.includes('.gen.'))
    .sort()
    .flatMap((file) =>
      read(readFileSync(join(root, file), 'utf8'), file).map((found) => ({ area, file, ...found })),
    )
}

/** Replaces fenced and inline code by spaces, so that lines and columns do not change. */
function readProse(source: string): Found[] {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ')
  return [{ line: 1, text: source.replace(/^```[\s\S]*?^```/gm, blank).replace(/`[^`\n]+`/g, blank) }]
}

function readDescriptions(source: string): Found[] {
  const lines = new LineCounter()
  const found: Found[] = []
  visit(parseDocument(source, { lineCounter: lines }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || (key.value !== 'description' && key.value !== 'summary')) return
      if (!isScalar(value) || typeof value.value !== 'string') return
      found.push({ line: lines.linePos(value.range?.[0] ?? 0).line, text: value.value })
    },
  })
  return found
}

function readStrings(source: string, file: string): Found[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const walk = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const isName =
      ts.isPropertyAssignment(node.parent ?? node) && (node.parent as ts.PropertyAssignment).name === node
    if (
      (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) &&
      !isName &&
      !ts.isLiteralTypeNode(node.parent)
    )
      found.push({ line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: node.text })
    ts.forEachChild(node, walk)
  }
  walk(parsed)
  return found
}

/** Reads comments that fill whole lines; adjacent ones form a single text. */
function readComments(source: string): Found[] {
  const found: { line: number; text: string }[] = []
  let isOpen = false
  for (const [index, line] of source.split('\n').entries()) {
    const comment = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)(?:\*\/)?$/.exec(line)?.[1]
    const last = found.at(-1)
    if (comment === undefined) isOpen = false
    else if (isOpen && last) last.text += `\n${comment}`
    else {
      found.push({ line: index + 1, text: comment })
      isOpen = true
    }
  }
  return found.map(({ line, text }) => ({
    line,
    text: text.replace(/`[^`\n]+`/g, (code) => ' '.repeat(code.length)),
  }))
}
