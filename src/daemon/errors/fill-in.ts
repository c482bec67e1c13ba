import type { Language } from '../language.ts'
import { type PhraseName, type PlaceholderOf, phrases } from './phrases/phrases.ts'
import type { Texts } from './reasons.ts'

/** The value of a placeholder. It may have a text per language. A list is joined with the separator of the language. */
export type Value = string | number | readonly (string | number)[] | Texts

export type Values = Readonly<Record<string, Value>>

/** The arguments that a phrase with these placeholders needs; none if it has no placeholder. */
export type ValuesOf<Placeholder extends string> = [Placeholder] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder, Value>>]

/** Adds the field that an error names to its values. */
export const withField = (field: string | undefined, values: Values = {}): Values =>
  field === undefined ? values : { field, ...values }

/** Fills in the placeholders of a text. A placeholder without a value stays as it is. */
export function fillIn(text: string, values: Values, language: Language): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? inLanguage(values[name] ?? placeholder, language) : placeholder,
  )
}

const SEPARATORS: Readonly<Record<Language, string>> = { en: ', ', zh: '、' }

function inLanguage(value: Value, language: Language): string {
  if (typeof value !== 'object') return String(value)
  return 'en' in value ? value[language] : value.join(SEPARATORS[language])
}

/** Fills in a phrase in both languages, so that it can be a value of another one. */
export function inWords<Name extends PhraseName>(
  name: Name,
  ...[values]: ValuesOf<PlaceholderOf<Name>>
): Texts {
  const { en, zh } = phrases[name]
  return { en: fillIn(en, values ?? {}, 'en'), zh: fillIn(zh, values ?? {}, 'zh') }
}
