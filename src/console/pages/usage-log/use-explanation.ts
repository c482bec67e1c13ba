import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

export type Explanation = components['schemas']['Explanation']

/** Why this channel and why this price; nothing is asked for rows that are no call. */
export const useExplanation = (requestId: string) =>
  useQuery({
    queryKey: ['logs', 'explain', requestId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/log/explain/{request_id}', { params: { path: { request_id: requestId } }, signal }),
      ),
    enabled: requestId !== '',
    staleTime: 60_000,
  })
