import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { PageSkeleton } from './shell/page-skeleton.tsx'

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
  readonly failed?: string | undefined
  readonly children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return loading
  return <LoadFailure query={query} head={failed} />
}
