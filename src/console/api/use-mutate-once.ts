import type { UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * Returns a `mutate` for forms: a second call while the first one runs does nothing, even before the button has been
 * rendered as busy. `onSuccess` and `onError` are only called while the form is mounted.
 */
export function useMutateOnce<Data, Variables>(
  mutation: UseMutationResult<Data, Error, Variables>,
): (
  variables: Variables,
  options?: { readonly onSuccess?: (data: Data) => void; readonly onError?: (error: Error) => void },
) => void {
  const isRunning = useRef(false)
  return (variables, { onSuccess, onError } = {}) => {
    if (isRunning.current) return
    isRunning.current = true
    mutation.mutate(variables, {
      onSuccess: (data) => onSuccess?.(data),
      onError: (error) => onError?.(error),
      onSettled: () => {
        isRunning.current = false
      },
    })
  }
}
