import type { OutputStream } from '../io.ts'

/**
 * A text of somebody else as it may be written to a terminal or a file: without control characters, which could move
 * the cursor, rename the window or answer in the user's place, and without marks that show letters in another order than
 * they were written. Line breaks and tabs stay.
 *
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
export const plainText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')

/** A text that may hold what a server said, as a stream gets it: a terminal in plain text, a pipe byte for byte. */
export const forStream = (text: string, { isTTY }: Pick<OutputStream, 'isTTY'>): string =>
  isTTY ? plainText(text) : text
