import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from './problem-notice.tsx'
import { Button } from './ui/button.tsx'

/** Says what could not be loaded and why, with a button to try again. */
export function LoadFailure({
  query,
  head,
}: {
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>
  /** What could not be loaded, if the reason alone does not make it clear. */
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
