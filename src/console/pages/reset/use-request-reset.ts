import { useMutation } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'

/** Requests an email with a link for a new password. */
export function useRequestReset() {
  return useMutation({
    mutationFn: ({ email, turnstile }: { readonly email: string; readonly turnstile: string }) =>
      answerOf(
        api.GET('/api/reset_password', {
          params: { query: { email, ...(turnstile === '' ? {} : { turnstile }) } },
        }),
      ),
    meta: { isShownInPlace: true },
  })
}
