import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { useSave } from '../../api/use-save.ts'
import { tokensKey } from './use-tokens.ts'

export interface RotateKey {
  readonly id: number
  /** How long the old key keeps working; 0 = not at all. */
  readonly overlapSeconds: number
}

/** Replaces a token's key. */
export const useRotateKey = () =>
  useSave([tokensKey], ({ id, overlapSeconds }: RotateKey) =>
    dataOf(
      api.POST('/api/token/{id}/rotate', {
        params: { path: { id }, query: { overlap_seconds: overlapSeconds } },
      }),
    ),
  )

/** Ends the overlap of a rotation. */
export function useEndFormerKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      dataOf(api.DELETE('/api/token/{id}/former_key', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensKey }),
  })
}
