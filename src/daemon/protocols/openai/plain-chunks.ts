/** Beginning of the member that holds a chunk's text, up to its first character. */
const CONTENT = /"content"\s*:\s*"/

const MISSES_MAX = 4

/** Characters that JSON escapes, so that a text differs from its JSON form. */
const ESCAPED = /["\\]/

/**
 * Most chunks of a stream are the one before them with another piece of text. Such a chunk is read without being parsed,
 * which costs several times as much: it begins and ends with the very same characters, and what is between them is the
 * inside of one JSON string without escapes, so that it can only say what the other one said. One per stream.
 */
export class PlainChunks {
  #before = ''
  #after = ''
  #missed = 0

  /** @returns the text of a chunk that is like the one noted last; undefined = it has to be parsed */
  read(data: string): string | undefined {
    const start = this.#before.length
    const end = data.length - this.#after.length
    if (start === 0 || end <= start) return undefined
    // Slices, because comparing two strings is ten times as fast as `startsWith` (measured).
    if (data.slice(0, start) !== this.#before || data.slice(end) !== this.#after) return undefined
    const text = data.slice(start, end)
    if (ESCAPED.test(text)) return undefined
    this.#missed = 0
    return text
  }

  /** Remembers a parsed chunk that contains this text and nothing else of interest. */
  note(data: string, text: string): void {
    // A vendor that says something new in every chunk (OpenAI pads them) is not worth the search.
    if (this.#missed > MISSES_MAX) return
    this.#missed += 1
    const found = CONTENT.exec(data)
    if (!found || ESCAPED.test(text)) return
    const start = found.index + found[0].length
    const end = start + text.length
    // A second one might be the member that was meant.
    if (!data.startsWith(`${text}"`, start) || CONTENT.test(data.slice(end))) return
    this.#before = data.slice(0, start)
    this.#after = data.slice(end)
  }
}
