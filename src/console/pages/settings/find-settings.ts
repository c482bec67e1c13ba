import { priceTables, type SettingsSection } from './sections.ts'
import type { Option } from './use-options.ts'

/** Settings of one section that a search found. */
export interface Found {
  readonly section: SettingsSection
  readonly options: readonly Option[]
  /** The section itself was meant: everything in it is shown. */
  readonly isWhole: boolean
}

/**
 * Sections with the settings whose key or texts hold every word that was typed. Fallback prices make sense only
 * together and are found together; tables of prices lead to their panel.
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
  const matches = (text: string) => {
    const low = text.toLowerCase()
    return words.every((word) => low.includes(word))
  }
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
