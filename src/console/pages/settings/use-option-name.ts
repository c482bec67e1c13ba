import { useTranslation } from 'react-i18next'
import { hasPhrases, phraseOf } from './sections.ts'

/** Returns the name of a setting, or its key if this console has no name for it. */
export function useOptionName(): (key: string) => string {
  const { t } = useTranslation('optionNames')
  return (key) => (hasPhrases(key) ? t(`${phraseOf(key)}.name`) : key)
}
