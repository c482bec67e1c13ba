import { CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { Notice } from '../../components/ui/notice.tsx'

/** Buying quota online, where the administrator has set that up. */
export function TopUpCard() {
  const { t } = useTranslation('wallet')
  const status = useStatus().data
  if (status === undefined) return null
  return (
    <section className="flex flex-col gap-3 rounded-lg border bg-surface p-5">
      <h2 className="flex items-center gap-2 font-semibold">
        <CreditCard size={16} aria-hidden className="text-muted" />
        {t('topUp.title')}
      </h2>
      <Notice tone="info">{t('topUp.disabled')}</Notice>
    </section>
  )
}
