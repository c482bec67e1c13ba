import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiProblem, isProblem } from '../../api/api-problem.ts'
import { api, dataOf } from '../../api/client.ts'
import { showProblem } from '../../api/show-problem.ts'
import { type Token, tokensKey } from './use-tokens.ts'

/** What the daemon says to this token alone; the others of a selection may still be changed. */
const isRefusal = (error: unknown): error is ApiProblem =>
  isProblem(error) && (error.status === 400 || error.status === 404)

/**
 * Enables (1) or disables (2) tokens, nothing else of them changes. One that is refused, an exhausted one for instance,
 * is told by its name and keeps nothing from the others. @returns how many were refused
 */
export function useSetTokenStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ tokens, status }: { readonly tokens: readonly Token[]; readonly status: 1 | 2 }) => {
      let refused = 0
      for (const { id, name } of tokens)
        try {
          await dataOf(
            api.PUT('/api/token/', { params: { query: { status_only: true } }, body: { id, status } }),
          )
        } catch (error) {
          if (!isRefusal(error)) throw error
          showProblem(error, name)
          refused += 1
        }
      return refused
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
