import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { channelsKey } from './use-channels.ts'

/** Creates a disabled copy of a channel, keys included. @returns the copy */
export function useCopyChannel() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { readonly id: number }) =>
      dataOf(api.POST('/api/channel/{id}/copy', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: channelsKey }),
  })
}
