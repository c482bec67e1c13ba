import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isProblem } from './api-problem.ts'
import { showProblem } from './show-problem.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows the failure beside its fields, without a toast. */
      readonly isShownInPlace?: boolean
    }
    queryMeta: {
      /** The query is polled: failures are not reported, because the next poll will do. */
      readonly isPolled?: boolean
    }
  }
}

/** Retries reads when there was no response, never when they were refused. Changes are never retried. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && (!isProblem(error) || error.status === 0 || error.status === 502 || error.status === 503)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: (n) => 400 * 2 ** n,
        staleTime: 10_000,
        // A query may be rendered by a component whose code loads after the response, such as a dialog. By default
        // components are only notified about properties they have read, and an error that came earlier would never be
        // shown.
        notifyOnChangeProps: 'all',
      },
      // Offline, a change fails at once. It must not wait for the network and be sent later, when nobody expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      // If rows are on the screen, a failed refresh is shown as a toast; otherwise QueryView shows it in place.
      onError: (error, query) => {
        if (query.state.data !== undefined && query.meta?.isPolled !== true) showProblem(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, _mutation) => {
        if (_mutation.meta?.isShownInPlace !== true) showProblem(error)
      },
    }),
  })
