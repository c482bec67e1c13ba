import type { Language } from '../../i18n/i18n.ts'
import { hasWord } from './find-settings.ts'
import { type PhraseName, phraseOf, priceTables, type SettingsTab, sections } from './sections.ts'

type InEachLanguage = Readonly<Record<Language, string>>

/** A setting or a section of settings, and its location. */
export interface SettingPlace {
  readonly tab: SettingsTab
  /** The setting's key or the section's name. */
  readonly at: string
  readonly title: InEachLanguage
  readonly section: InEachLanguage
}

/** Lists every setting and section for which this console has a name. */
export async function readSettingPlaces(): Promise<readonly SettingPlace[]> {
  const [{ optionNames: zh }, { optionNames: en }, { settings: zhPage }, { settings: enPage }] =
    await Promise.all([
      import('../../i18n/zh/option-names.ts'),
      import('../../i18n/en/option-names.ts'),
      import('../../i18n/zh/settings.ts'),
      import('../../i18n/en/settings.ts'),
    ])
  const named = (phrase: PhraseName): InEachLanguage => ({ zh: zh[phrase].name, en: en[phrase].name })
  return sections.flatMap(({ tab, name, keys }) => {
    const section = { zh: zhPage.section[name].title, en: enPage.section[name].title }
    const settings = [...keys, ...(name === 'prices' ? priceTables : [])]
    return [
      { tab, at: name, title: section, section },
      ...settings.map((key) => ({ tab, at: key, title: named(phraseOf(key)), section })),
    ]
  })
}

/**
 * Finds places whose key or name, in either language, contains every word of a text; those that start with the text
 * come first.
 */
export function findPlaces(text: string, places: readonly SettingPlace[]): readonly SettingPlace[] {
  const query = text.trim().toLowerCase()
  const words = query.split(/\s+/)
  const textsOf = ({ at, title }: SettingPlace) => [at, title.zh, title.en]
  const begins = (place: SettingPlace) => textsOf(place).some((each) => each.toLowerCase().startsWith(query))
  const found = places.filter((place) => words.every((word) => hasWord(textsOf(place).join(' '), word)))
  return [...found.filter(begins), ...found.filter((place) => !begins(place))]
}

/** Returns the section of a place; a section is its own. */
export const sectionAt = (at: string): string | undefined =>
  sections.find(
    ({ name, keys }) =>
      name === at ||
      keys.some((key) => key === at) ||
      (name === 'prices' && priceTables.some((key) => key === at)),
  )?.name
