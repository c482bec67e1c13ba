import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/notice.tsx'

/** Says that somebody else has changed what the form shows. */
export function MovedNotice({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation()
  return isShown && <Notice tone="warn">{t('form.moved')}</Notice>
}
