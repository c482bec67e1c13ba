import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { PageSkeleton } from './shell/page-skeleton.tsx'

/** Handles loading and failure of a query for every page; `children` renders the data. */
export function QueryView<Data>({
  query,
  loading = <PageSkeleton />,
  failed,
  children,
}: {
  readonly query: UseQueryResult<Data>
  readonly loading?: ReactNode
  /** What could not be loaded, if the reason alone does not make it clear. */
  readonly failed?: string | undefined
  readonly children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return loading
  return <LoadFailure query={query} head={failed} />
}
