/** Beginning of the member with a chunk's text, up to its first character. */
const CONTENT = /"content"\s*:\s*"/

const MISSES_MAX = 4

/** Characters that JSON escapes, so that a text differs from its JSON form. */
const ESCAPED = /["\\]/

/**
 * Reads chunks that repeat an earlier one except for their text, as most chunks of a stream do, without parsing them,
 * which would take several times as long. Such a chunk begins and ends with the same characters, and the part in
 * between is the content of one JSON string without escapes, so that nothing but the text can differ. Create one per
 * stream.
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
    // Comparing two slices is ten times as fast as `startsWith` (measured).
    if (data.slice(0, start) !== this.#before || data.slice(end) !== this.#after) return undefined
    const text = data.slice(start, end)
    if (ESCAPED.test(text)) return undefined
    this.#missed = 0
    return text
  }

  /** Remembers a parsed chunk that contains only this text and nothing else of interest. */
  note(data: string, text: string): void {
    // For vendors whose chunks all differ (OpenAI pads them), the search is not worth it.
    if (this.#missed > MISSES_MAX) return
    this.#missed += 1
    const found = CONTENT.exec(data)
    if (!found || ESCAPED.test(text)) return
    const start = found.index + found[0].length
    const end = start + text.length
    // If there is a second such member, it is unclear which one contains the text.
    if (!data.startsWith(`${text}"`, start) || CONTENT.test(data.slice(end))) return
    this.#before = data.slice(0, start)
    this.#after = data.slice(end)
  }
}
