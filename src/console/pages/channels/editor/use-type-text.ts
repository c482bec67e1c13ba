import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import type { TypeField } from './channel-type-fields.ts'

/** Returns a text of the channel types in the current language; they contain both languages. */
export function useTypeText(): (texts: TypeField['label']) => string | undefined {
  const { t } = useTranslation('channelEditor')
  return (texts) => texts && t('typeText', { text: texts[currentLanguage()] })
}
