/** A wording that the glossary rules out. */
export interface Rule {
  /** English terms are matched as whole words, Chinese ones anywhere in a text. */
  readonly variant: string
  readonly better: string
}

export interface Glossary {
  readonly rules: readonly Rule[]
  /** Texts fixed by others, such as wordings from the specification. They are not searched. */
  readonly exceptions: readonly string[]
}

/**
 * Reads the tables of `docs/glossary.md` by their headings: the code spans under "not" and "instead of" are ruled out
 * in favor of the first column or of "write"; those under "keep" are exceptions.
 *
 * @throws Error when a table lacks its column, so that a renamed heading cannot disable the check
 */
export function readGlossary(markdown: string): Glossary {
  const rows = (heading: string) => readTable(markdown, heading)
  const rules = [
    ...rows('Terms').flatMap((row) => rulesOf(row, 'not', 'term')),
    ...rows('Phrasing').flatMap((row) => rulesOf(row, 'instead of', 'write')),
  ]
  return { rules, exceptions: rows('Exceptions').flatMap((row) => codeSpans(cell(row, 'keep'))) }
}

const rulesOf = (row: Row, not: string, better: string): Rule[] =>
  codeSpans(cell(row, not)).map((variant) => ({ variant, better: cell(row, better) }))

/** A match: the ruled-out wording, its position in the text, and the better word. */
export interface Finding extends Rule {
  /** Number of line breaks before it. */
  readonly linesBefore: number
}

/** Finds everything in a text that the glossary rules out, in the order of the rules. */
export function findForbidden(text: string, { rules, exceptions }: Glossary): Finding[] {
  const searched = exceptions.reduce(
    (rest, each) => rest.replaceAll(patternOf(each), (kept) => kept.replace(/[^\n]/g, ' ')),
    text,
  )
  return rules.flatMap((rule) =>
    [...searched.matchAll(patternOf(rule.variant))].map(({ index }) => ({
      ...rule,
      linesBefore: searched.slice(0, index).split('\n').length - 1,
    })),
  )
}

const patterns = new Map<string, RegExp>()

function patternOf(variant: string): RegExp {
  const known = patterns.get(variant)
  if (known) return known
  const words = variant.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
  const pattern = /^\p{Script=Han}/u.test(variant)
    ? new RegExp(words, 'g')
    : new RegExp(`(?<![\\w-])${words}(?![\\w-])`, 'gi')
  patterns.set(variant, pattern)
  return pattern
}

type Row = ReadonlyMap<string, string>

function readTable(markdown: string, heading: string): Row[] {
  const section = markdown.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))
  const lines = (section ?? '').split('\n').filter((line) => line.startsWith('|'))
  const [names, , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((each) => each.trim()),
  )
  if (!names || rows.length === 0) throw new Error(`docs/glossary.md has no table under "${heading}"`)
  return rows.map((row) => new Map(names.map((name, index) => [name, row[index] ?? ''])))
}

function cell(row: Row, name: string): string {
  const text = row.get(name)
  if (text === undefined) throw new Error(`docs/glossary.md has no column "${name}"`)
  return text
}

const codeSpans = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
