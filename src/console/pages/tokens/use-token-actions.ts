import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeEach } from '../../api/change-each.ts'
import { api, dataOf } from '../../api/client.ts'
import { useIsChangingMany } from '../../api/use-is-changing-many.ts'
import { type Token, tokensKey } from './use-tokens.ts'

interface StatusChange {
  readonly tokens: readonly Token[]
  readonly status: 1 | 2
}

const statusKey = ['change-tokens'] as const

/**
 * Enables (1) or disables (2) tokens without changing anything else. If one is refused, an exhausted one for instance,
 * a message names it, and the others are still changed.
 * @returns how many were refused
 */
export function useSetTokenStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: statusKey,
    mutationFn: ({ tokens, status }: StatusChange) =>
      changeEach(tokens, ({ id }) =>
        dataOf(api.PUT('/api/token/', { params: { query: { status_only: true } }, body: { id, status } })),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensKey }),
  })
}

export const useIsChangingTokens = () =>
  useIsChangingMany<StatusChange>(statusKey, ({ tokens }) => tokens.length)

/** Deletes tokens; their keys are refused at once. @returns how many were deleted */
export function useDeleteTokens() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly number[]) =>
      dataOf(api.POST('/api/token/batch', { body: { ids: [...ids] } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensKey }),
  })
}
