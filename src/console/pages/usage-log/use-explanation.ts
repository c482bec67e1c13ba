import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

export type Explanation = components['schemas']['Explanation']

/** Reads why a call got its channel and its price; sends no request for rows that are not calls. */
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
