import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'
import { useSave } from '../../api/use-save.ts'
import { phrase } from '../../i18n/i18n.ts'

export type Session = components['schemas']['Session']

const sessionsKey = ['sessions'] as const

/** Reads the account's sessions, again each time the page opens. */
export const useSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) =>
      readAllPages(({ page, pageSize }) =>
        dataOf(api.GET('/api/session/', { params: { query: { p: page, page_size: pageSize } }, signal })),
      ),
    staleTime: 0,
  })

/** Ends one session. */
export const useEndSession = () =>
  useSave(
    [sessionsKey],
    (id: string) => answerOf(api.DELETE('/api/session/{id}', { params: { path: { id } } })),
    () => phrase('me:sessions.ended'),
  )

/** Ends all sessions except the current one. */
export const useEndOtherSessions = () =>
  useSave(
    [sessionsKey],
    (_: undefined) => dataOf(api.DELETE('/api/session/')),
    () => phrase('me:sessions.othersEnded'),
  )
