/**
 * A change of a text in whole lines that can be found and taken back later, whatever was edited around it. `before` is
 * what stood in the place of `ours`; null = nothing.
 */
export interface LineChange {
  /** What is changed, for people. */
  readonly name: string
  /** One or more lines, without the last line break. */
  readonly ours: string
  readonly before: string | null
}

/** The line break a text uses; of one without any, that of this system's files. */
export const lineBreakOf = (text: string): '\r\n' | '\n' => (/\r\n/.test(text) ? '\r\n' : '\n')

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds whole lines, in either kind of line break. */
const finder = (lines: string): RegExp =>
  new RegExp(`(^|\\n)(${lines.split('\n').map(literal).join('\\r?\\n')})(\\r?\\n|$)`)

/**
 * Puts other lines in the place of the first ones that read like this.
 * @param instead null = nothing
 * @returns undefined when there are none
 */
export function replaceLines(text: string, lines: string, instead: string | null): string | undefined {
  const found = finder(lines).exec(text)
  if (found === null) return undefined
  const [whole, lead = '', , end = ''] = found
  const middle = instead === null ? '' : instead.replaceAll('\n', lineBreakOf(text)) + end
  return text.slice(0, found.index) + lead + middle + text.slice(found.index + whole.length)
}

/**
 * Takes back what still stands as it was written.
 * @returns the text without it, and the names of what was changed since and therefore left alone
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

/** Lines that say by themselves where they come from. */
export const markedBlock = (lines: readonly string[]): string => [blockBegin, ...lines, blockEnd].join('\n')

/** Puts lines at the end of a text, on a line of their own. */
export function appendLines(text: string, lines: string): string {
  const eol = lineBreakOf(text)
  const gap = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${gap}${lines.replaceAll('\n', eol)}${eol}`
}
