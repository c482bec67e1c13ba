/**
 * A text that both engines take: PostgreSQL refuses one with a NUL. Model names, addresses, prompts and upstream texts come
 * from outside, and a caller must not be able to make a charge unbookable by sending one.
 */
export const storableText = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
