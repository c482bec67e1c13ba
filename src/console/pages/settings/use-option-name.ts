import { useTranslation } from 'react-i18next'
import { hasPhrases, phraseOf } from './sections.ts'

/** What a setting is called; its key where this console does not know it. */
export function useOptionName(): (key: string) => string {
  const { t } = useTranslation('optionNames')
  return (key) => (hasPhrases(key) ? t(`${phraseOf(key)}.name`) : key)
}
