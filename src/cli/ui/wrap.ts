/** Matches characters that must not begin a line. */
const closing = /^[，。；：、！？）】》”’,.;:!?)\]}]/

/**
 * Breaks lines that are wider than the window between words, or between Chinese characters. Continuation lines are
 * indented to the last column of the line, as in `label  text`, or else like the line itself. A word that is wider than
 * the window is kept whole, so that it can be copied.
 */
export function wrapped(text: string, width: number, measure: (text: string) => number): string {
  return text
    .split('\n')
    .map((line) => (measure(line) <= width ? line : brokenUp(line, width, measure)))
    .join('\n')
}

function brokenUp(line: string, width: number, measure: (text: string) => number): string {
  const indent = ' '.repeat(hangingIndent(line, width, measure))
  const lines: string[] = []
  let current = ''
  for (const piece of piecesOf(line)) {
    const isFirst = current.trim() === ''
    if (isFirst || measure((current + piece).trimEnd()) <= width) {
      current += piece
      continue
    }
    lines.push(current.trimEnd())
    current = indent + piece.trimStart()
  }
  return [...lines, current.trimEnd()].join('\n')
}

/**
 * Returns where the last column begins, if that leaves half of the window for it; otherwise the line's own indentation.
 */
function hangingIndent(line: string, width: number, measure: (text: string) => number): number {
  const columns = [...line.matchAll(/\S( {2,})(?=\S)/g)].map((gap) =>
    measure(line.slice(0, gap.index + gap[0].length)),
  )
  const own = line.length - line.trimStart().length
  return columns.findLast((at) => at <= width / 2) ?? Math.min(own, Math.floor(width / 2))
}

/**
 * Splits a line into words with the spaces before them. Each Chinese character is separate, with the punctuation that
 * closes it.
 */
function piecesOf(line: string): string[] {
  const pieces: string[] = []
  const found = line.match(
    / *(?:[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]|[^ \u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]+)/gu,
  )
  for (const piece of found ?? []) {
    if (pieces.length > 0 && closing.test(piece)) pieces[pieces.length - 1] += piece
    else pieces.push(piece)
  }
  return pieces
}

interface Window {
  readonly isTTY?: boolean
  readonly columns?: number
}

/**
 * Returns the approximate width of a text in columns, which is enough for breaking lines: Chinese characters take two.
 */
const columnsOf = (text: string): number =>
  [...text].reduce(
    (sum, each) => sum + (/[\u1100-\u115f\u2e80-\uffdc\u{1f300}-\u{3fffd}]/u.test(each) ? 2 : 1),
    0,
  )

/** Wraps text to the window of a terminal; for a pipe, the text is unchanged. */
export const wrappedFor = ({ isTTY, columns }: Window, text: string): string =>
  isTTY && columns ? wrapped(text, columns, columnsOf) : text
