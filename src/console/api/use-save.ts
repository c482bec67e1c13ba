import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'

/**
 * A change that a form sends. The form shows a failure itself.
 *
 * @param keys of what is read again once it is saved
 * @param said what a toast says then; none when absent or undefined
 */
export function useSave<Body, Saved>(
  keys: readonly (readonly string[])[],
  run: (body: Body) => Promise<Saved>,
  said?: (saved: Saved, body: Body) => string | undefined,
): UseMutationResult<Saved, Error, Body> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (saved, body) => {
      const text = said?.(saved, body)
      if (text !== undefined) toast.success(text)
      return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
    meta: { isShownInPlace: true },
  })
}
