import { LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/**
 * Shown in the middle of the window while the code of a drawer or dialog is loaded for the first time. On a fast
 * connection the code arrives before this becomes visible.
 */
export function Opening() {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-0 z-40 grid place-items-center transition-opacity delay-300 starting:opacity-0"
    >
      <span className="flex items-center gap-2 rounded-lg border bg-surface px-4 py-3 text-sm shadow-pop">
        <LoaderCircle size={16} className="animate-spin" aria-hidden />
        {t('opening')}
      </span>
    </div>
  )
}
