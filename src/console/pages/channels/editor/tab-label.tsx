import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The name of a tab with the number of mistakes in it. */
export function TabLabel({
  mistakes,
  children,
}: {
  readonly mistakes: number
  readonly children: ReactNode
}) {
  const { t } = useTranslation('channelEditor')
  return (
    <span className="inline-flex items-center gap-1.5">
      {children}
      {mistakes > 0 && (
        <span className="rounded-full bg-bad-weak px-1.5 text-xs leading-4 font-medium text-bad tabular-nums">
          <span aria-hidden>{mistakes}</span>
          <span className="sr-only">{t('tab.mistakes', { count: mistakes })}</span>
        </span>
      )}
    </span>
  )
}
