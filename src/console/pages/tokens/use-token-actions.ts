import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeEach } from '../../api/change-each.ts'
import { api, dataOf } from '../../api/client.ts'
import { type Token, tokensKey } from './use-tokens.ts'

/**
 * Enables (1) or disables (2) tokens, nothing else of them changes. One that is refused, an exhausted one for instance,
 * is told by its name and keeps nothing from the others. @returns how many were refused
 */
export function useSetTokenStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ tokens, status }: { readonly tokens: readonly Token[]; readonly status: 1 | 2 }) =>
      changeEach(tokens, ({ id }) =>
        dataOf(api.PUT('/api/token/', { params: { query: { status_only: true } }, body: { id, status } })),
      ),
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
