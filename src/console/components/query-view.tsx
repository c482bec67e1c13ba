import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from './problem-notice.tsx'
import { PageSkeleton } from './shell/page-skeleton.tsx'
import { Button } from './ui/button.tsx'

/** Loading and failure of a query, drawn once for every page; `children` draws what came. */
export function QueryView<Data>({
  query,
  loading = <PageSkeleton />,
  failed,
  children,
}: {
  readonly query: UseQueryResult<Data>
  readonly loading?: ReactNode
  /** What could not be loaded, where the reason alone does not tell. */
  readonly failed?: string
  readonly children: (data: Data) => ReactNode
}) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return loading
  return (
    <div className="flex flex-col items-start gap-3">
      <ProblemNotice error={query.error} head={failed} />
      <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
    </div>
  )
}
