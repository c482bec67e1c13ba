import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { answerOf, api } from '../../api/client.ts'
import { phrase } from '../../i18n/i18n.ts'
import { FACTORY_PASSWORD, factoryPasswordChanged } from '../../state/factory-password.ts'

/** Replaces the factory password; every other session ends. */
export function useReplaceFactoryPassword() {
  return useMutation({
    mutationFn: (password: string) =>
      answerOf(api.PUT('/api/user/self', { body: { password, original_password: FACTORY_PASSWORD } })),
    onSuccess: () => {
      factoryPasswordChanged()
      // Shown from this hook because the dialog has already closed.
      toast.success(phrase('login:factory.done'))
    },
    meta: { isShownInPlace: true },
  })
}
