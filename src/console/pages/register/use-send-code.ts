import { useMutation } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'

/** Sends a code to an address, which proves that it is the person's own. */
export function useSendCode() {
  return useMutation({
    mutationFn: ({ email, turnstile }: { readonly email: string; readonly turnstile: string }) =>
      answerOf(
        api.GET('/api/verification', {
          params: { query: { email, ...(turnstile === '' ? {} : { turnstile }) } },
        }),
      ),
    meta: { isShownInPlace: true },
  })
}
