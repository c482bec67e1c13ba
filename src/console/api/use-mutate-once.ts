import type { UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * `mutate` for forms: a second call while the first one runs does nothing, also in the same moment, before the button
 * was drawn again. `onSuccess` and `onError` are told only while the form is on the screen.
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
