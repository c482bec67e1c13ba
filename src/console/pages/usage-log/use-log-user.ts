import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

/** Reads the account that a row belongs to. Accounts of the same or a higher level are refused. */
export const useLogUser = (id: number | undefined) =>
  useQuery({
    queryKey: ['logs', 'user', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
    retry: false,
  })
