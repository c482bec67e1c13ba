export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** Returns the members of a list as objects; anything but a list counts as empty. */
export const itemsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : []

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the text of content that is a string, a list of text parts, or both mixed. */
export const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map((part) => textOf(fieldsOf(part).text ?? part)).join('')
  return ''
}

export const parseJson = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Yields every object inside a document, starting with the document itself. */
export const objectsIn = function* (value: unknown): Generator<Fields> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Fields
  for (const each of Object.values(value)) yield* objectsIn(each)
}

/** Converts a member's name to camel case, because Google accepts both spellings. */
export const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
