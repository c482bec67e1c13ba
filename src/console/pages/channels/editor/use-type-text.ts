import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import type { TypeField } from './channel-type-fields.ts'

/** A text of the channel type catalogue in the language on the screen; the catalogue brings both. */
export function useTypeText(): (texts: TypeField['label']) => string | undefined {
  const { t } = useTranslation('channelEditor')
  return (texts) => texts && t('typeText', { text: texts[currentLanguage()] })
}
