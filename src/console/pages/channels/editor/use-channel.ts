import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { channelsKey } from '../use-channels.ts'

/** One channel, read anew each time a form opens; undefined id = nothing to read. */
export function useChannel(id: number | undefined) {
  return useQuery({
    queryKey: [...channelsKey, 'one', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/channel/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
