import { idPattern, type Title } from './read-titles.ts'

export interface Comparison {
  /** All ids of the list, in its order, with the tests that cover them. */
  readonly carried: ReadonlyMap<string, readonly Title[]>
  /** Descriptions of problems, one sentence each. */
  readonly complaints: readonly string[]
}

/** Matches a range of ids, such as `A-OPT-001..006` or `A-OPT-001 to 006`. */
const range = /\b[AC]-[A-Z]+-\d+\s*(?:\.\.|…|–|\bto\b)\s*(?:[AC]-[A-Z]+-)?\d+/

/**
 * Reads the list of ids. @param list text of `tests/rows.txt`, with one id per line; lines that begin with # are
 * headings
 */
export function readList(list: string): string[] {
  return list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** Compares the names of the tests with the list of ids. */
export function compare(ids: readonly string[], titles: readonly Title[]): Comparison {
  const carried = new Map<string, Title[]>(ids.map((id) => [id, []]))
  const complaints = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is listed twice`)
  for (const title of titles) {
    const { file, line, text, fromTable } = title
    const place = `${file}:${line}`
    if (range.test(text)) complaints.push(`${place} names a range: write every id out`)
    for (const id of new Set([...(text.match(idPattern) ?? []), ...fromTable])) {
      const tests = carried.get(id)
      if (tests) tests.push(title)
      else complaints.push(`${place} names ${id}, which is not in the list`)
    }
  }
  for (const [id, tests] of carried) if (tests.length === 0) complaints.push(`${id} has no test`)
  return { carried, complaints }
}
