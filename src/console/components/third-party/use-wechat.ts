import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { phrase } from '../../i18n/i18n.ts'
import type { FirstStep } from '../../state/pending-sign-in.ts'
import { beginSignIn } from './use-begin-sign-in.ts'

/**
 * Signs in with the code from the official account. The state ties the sign-in to this browser and carries the invite
 * code.
 */
export const useWechatSignIn = (signedIn: (answer: FirstStep) => void) =>
  useMutation({
    mutationFn: async (code: string) => {
      const { state } = await beginSignIn()
      return dataOf(api.GET('/api/oauth/wechat', { params: { query: { code, state } } }))
    },
    onSuccess: signedIn,
    meta: { isShownInPlace: true },
  })

/** Links the WeChat account that a code belongs to. */
export function useWechatBind() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) =>
      answerOf(api.GET('/api/oauth/wechat/bind', { params: { query: { code } } })),
    onSuccess: () => {
      // Shown from this hook because the dialog has already closed.
      toast.success(phrase('thirdParty:wechat.bound'))
      return queryClient.invalidateQueries({ queryKey: ['self'] })
    },
    meta: { isShownInPlace: true },
  })
}
