/**
 * Returns a text that both engines accept; PostgreSQL refuses texts with a NUL character. Model names, addresses, prompts and
 * upstream texts come from outside, and a caller must not be able to make a charge unbookable.
 */
export const storableText = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
