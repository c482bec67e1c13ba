import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from './client.ts'

/**
 * Reads the channel types in display order, with the fields of their forms. They are part of the program, so they are
 * read once.
 */
export const useTypeCatalogue = () =>
  useQuery({
    queryKey: ['channel-types'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/types', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
