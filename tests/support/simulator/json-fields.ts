export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The members of a list that are objects; what is no list is an empty one. */
export const itemsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : []

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The text of content that is a string, a list of text parts, or both mixed. */
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

/** Every object inside a document, itself first. */
export const objectsIn = function* (value: unknown): Generator<Fields> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Fields
  for (const each of Object.values(value)) yield* objectsIn(each)
}

/** Google takes both spellings of a member's name. */
export const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
