import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from './problem-notice.tsx'
import { Button } from './ui/button.tsx'

/** What could not be loaded, why, and another try. */
export function LoadFailure({
  query,
  head,
}: {
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>
  /** What it was, where the reason alone does not tell. */
  readonly head?: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-3">
      <ProblemNotice error={query.error} head={head} />
      <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
    </div>
  )
}
