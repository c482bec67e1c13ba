import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isProblem } from './api-problem.ts'
import { showProblem } from './show-problem.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows the failure beside its fields; no toast. */
      readonly isShownInPlace?: boolean
    }
    queryMeta: {
      /** Asked for again and again by itself: the next answer will do, a failure is no news. */
      readonly isPolled?: boolean
    }
  }
}

/** Reads are tried again when no answer came, never when the answer was no. Changes are never tried again. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && (!isProblem(error) || error.status === 0 || error.status === 502 || error.status === 503)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: (n) => 400 * 2 ** n,
        staleTime: 10_000,
        // A query may be drawn by a part that is fetched later than its answer comes, as a dialog is. Told only of
        // what was read so far, as is the default, nobody would draw an error that came before its reader.
        notifyOnChangeProps: 'all',
      },
      // Without a network a change fails at once. It must not wait for one and be made later, when nobody expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      // With rows on the screen the failure of a refresh is a toast; without, QueryView shows it in place.
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
