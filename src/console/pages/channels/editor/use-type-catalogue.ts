import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'

/** The kinds of upstreams in the order of pickers, with the fields of their forms. Part of the program: read once. */
export const useTypeCatalogue = () =>
  useQuery({
    queryKey: ['channel-types'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/types', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
