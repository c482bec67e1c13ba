import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'

/**
 * Saves what a form submits. The form shows failures itself.
 *
 * @param keys query keys to invalidate after saving
 * @param said returns the text of a toast; none when absent or undefined
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
