/**
 * A change of whole lines that can be found and undone later, whatever else was edited. `before` is what `ours`
 * replaced; null = nothing.
 */
export interface LineChange {
  /** What is changed, as shown to the user. */
  readonly name: string
  /** One or more lines, without the final line break. */
  readonly ours: string
  readonly before: string | null
}

/** Returns the line break used by a text; a line feed if it has none. */
export const lineBreakOf = (text: string): '\r\n' | '\n' => (/\r\n/.test(text) ? '\r\n' : '\n')

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Builds a pattern that finds whole lines, with either kind of line break. */
const finder = (lines: string): RegExp =>
  new RegExp(`(^|\\n)(${lines.split('\n').map(literal).join('\\r?\\n')})(\\r?\\n|$)`)

/**
 * Replaces the first lines that match.
 * @param instead null = remove them
 * @returns undefined when nothing matches
 */
export function replaceLines(text: string, lines: string, instead: string | null): string | undefined {
  const found = finder(lines).exec(text)
  if (found === null) return undefined
  const [whole, lead = '', , end = ''] = found
  const middle = instead === null ? '' : instead.replaceAll('\n', lineBreakOf(text)) + end
  return text.slice(0, found.index) + lead + middle + text.slice(found.index + whole.length)
}

/**
 * Undoes the changes that are still as they were written.
 * @returns the text without them, and the names of those that were edited since and therefore left alone
 */
export function takeBackLines(
  text: string,
  changes: readonly LineChange[],
): { readonly text: string; readonly conflicts: readonly string[] } {
  const conflicts: string[] = []
  let rest = text
  for (const { name, ours, before } of changes) {
    const without = replaceLines(rest, ours, before)
    if (without === undefined) conflicts.push(name)
    else rest = without
  }
  return { text: rest, conflicts }
}

export const blockBegin = '# >>> tollgate connect >>>'
export const blockEnd = '# <<< tollgate connect <<<'

/** Encloses lines in comments that say where they come from. */
export const markedBlock = (lines: readonly string[]): string => [blockBegin, ...lines, blockEnd].join('\n')

/** Appends lines to a text, starting on a new line. */
export function appendLines(text: string, lines: string): string {
  const eol = lineBreakOf(text)
  const gap = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${gap}${lines.replaceAll('\n', eol)}${eol}`
}
