import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { answerOf, api } from '../../api/client.ts'
import { phrase } from '../../i18n/i18n.ts'

/** Sends a code to an email address, to prove that it belongs to the person. */
export function useSendCode() {
  return useMutation({
    mutationFn: ({ email, turnstile }: { readonly email: string; readonly turnstile: string }) =>
      answerOf(
        api.GET('/api/verification', {
          params: { query: { email, ...(turnstile === '' ? {} : { turnstile }) } },
        }),
      ),
    onSuccess: () => void toast.success(phrase('register:codeSent')),
    meta: { isShownInPlace: true },
  })
}
