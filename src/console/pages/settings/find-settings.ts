import { priceTables, type SettingsSection } from './sections.ts'
import type { Option } from './use-options.ts'

/** Search results in one section. */
export interface Found {
  readonly section: SettingsSection
  readonly options: readonly Option[]
  /** The section itself matches: all of its settings are shown. */
  readonly isWhole: boolean
}

/**
 * Returns whether a word starts in the text: after anything that is not a letter or digit, or at a capital letter, as
 * in `ModelRequestRateLimitCount`. Words in scripts without spaces match anywhere.
 */
export function hasWord(text: string, word: string): boolean {
  const low = text.toLowerCase()
  for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + 1))
    if (
      at === 0 ||
      !/^[a-z0-9]/.test(word) ||
      /[^a-z0-9]/i.test(text[at - 1] ?? '') ||
      /[A-Z]/.test(text[at] ?? '')
    )
      return true
  return false
}

/**
 * Finds sections and their settings whose key or texts contain every word typed. Fallback prices only make sense
 * together and are found together; price tables lead to their panel.
 */
export function findSettings(
  query: string,
  sections: readonly SettingsSection[],
  all: ReadonlyMap<string, Option>,
  textsOf: {
    readonly section: (name: SettingsSection['name']) => string
    readonly option: (key: string) => string
  },
): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (text: string) => words.every((word) => hasWord(text, word))
  return sections.flatMap((section) => {
    const options = section.keys.flatMap((key) => all.get(key) ?? [])
    const tables = section.name === 'prices' ? priceTables : []
    const isWhole =
      matches(textsOf.section(section.name)) ||
      [...tables].some((key) => matches(textsOf.option(key))) ||
      (section.name === 'fallback' && options.some(({ key }) => matches(textsOf.option(key))))
    const found = isWhole ? options : options.filter(({ key }) => matches(textsOf.option(key)))
    return isWhole || found.length > 0 ? [{ section, options: found, isWhole }] : []
  })
}
