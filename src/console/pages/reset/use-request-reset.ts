import { useMutation } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'

/** Has a link for a new password mailed. */
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
