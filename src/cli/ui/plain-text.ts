import type { OutputStream } from '../io.ts'

/**
 * Makes text from others safe to write to a terminal or a file. Removes control characters, which could move the
 * cursor, rename the window or type a response for the user, and marks that change the order in which letters are
 * shown. Line breaks and tabs are kept.
 *
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
export const plainText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')

/** Prepares text that may come from a server for a stream: a terminal gets plain text, a pipe the exact bytes. */
export const forStream = (text: string, { isTTY }: Pick<OutputStream, 'isTTY'>): string =>
  isTTY ? plainText(text) : text
