import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { tokensKey } from './use-tokens.ts'

/** Enables (1) or disables (2) tokens, nothing else of them changes. */
export function useSetTokenStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, status }: { readonly ids: readonly number[]; readonly status: 1 | 2 }) => {
      for (const id of ids)
        await dataOf(
          api.PUT('/api/token/', { params: { query: { status_only: true } }, body: { id, status } }),
        )
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensKey }),
  })
}

/** Deletes tokens; their keys are refused at once. @returns how many were there */
export function useDeleteTokens() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly number[]) =>
      dataOf(api.POST('/api/token/batch', { body: { ids: [...ids] } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensKey }),
  })
}
