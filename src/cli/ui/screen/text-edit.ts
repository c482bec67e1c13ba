/** One line of text with a cursor that moves by visible characters. */
export interface TextEdit {
  readonly text: string
  /** Number of characters before the cursor. */
  readonly at: number
}

const segmenter = new Intl.Segmenter()

/** Splits text into visible characters: `é`, `渠`, `👩‍💻`. */
export const charactersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Places the cursor at the end of a text. */
export const editOf = (text: string): TextEdit => ({ text, at: charactersOf(text).length })

/** The keys that editing depends on; Ink's `Key` has all of them. */
export interface EditKey {
  readonly leftArrow: boolean
  readonly rightArrow: boolean
  readonly home: boolean
  readonly end: boolean
  readonly backspace: boolean
  readonly delete: boolean
  readonly ctrl: boolean
  readonly meta: boolean
}

/** Applies a key press; returns the same object if the key does not edit. Supports the usual keys of a shell prompt. */
export function edited(edit: TextEdit, input: string, key: EditKey): TextEdit {
  const characters = charactersOf(edit.text)
  const { at } = edit
  const move = (to: number): TextEdit => ({
    text: edit.text,
    at: Math.max(0, Math.min(characters.length, to)),
  })
  const cut = (from: number, to: number): TextEdit => ({
    text: characters.toSpliced(from, to - from).join(''),
    at: from,
  })
  if (key.leftArrow) return move(at - 1)
  if (key.rightArrow) return move(at + 1)
  if (key.home || (key.ctrl && input === 'a')) return move(0)
  if (key.end || (key.ctrl && input === 'e')) return move(characters.length)
  if (key.backspace) return at === 0 ? edit : cut(at - 1, at)
  if (key.delete) return cut(at, Math.min(at + 1, characters.length))
  if (key.ctrl && input === 'u') return cut(0, at)
  if (key.ctrl && input === 'k') return cut(at, characters.length)
  if (key.ctrl && input === 'w') return cut(wordStart(characters, at), at)
  if (key.ctrl || key.meta) return edit
  return inserted(edit, input)
}

/** Inserts text at the cursor. Line breaks become spaces, and control characters are dropped. */
export function inserted({ text, at }: TextEdit, more: string): TextEdit {
  const plain = more
    .replace(/^[\r\n]+|[\r\n]+$/g, '')
    .replace(/[\r\n\t]+/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
    .replace(/[\x00-\x1f\x7f-\x9f]/g, '')
  if (plain === '') return { text, at }
  const characters = charactersOf(text)
  const before = characters.slice(0, at).join('') + plain
  return { text: before + characters.slice(at).join(''), at: charactersOf(before).length }
}

function wordStart(characters: readonly string[], at: number): number {
  let start = at
  while (start > 0 && characters[start - 1] === ' ') start -= 1
  while (start > 0 && characters[start - 1] !== ' ') start -= 1
  return start
}

/** Returns the part of a text that is visible in this many columns, and the cursor's column in it. */
export function visiblePart(
  characters: readonly string[],
  at: number,
  width: number,
  measure: (text: string) => number,
): { readonly text: string; readonly column: number } {
  // The cursor needs a column of its own after the last character.
  let start = 0
  const columnOf = (from: number): number => measure(characters.slice(from, at).join(''))
  while (start < at && columnOf(start) > width - 1) start += 1
  let end = characters.length
  while (end > at && measure(characters.slice(start, end).join('')) > width) end -= 1
  return { text: characters.slice(start, end).join(''), column: columnOf(start) }
}
