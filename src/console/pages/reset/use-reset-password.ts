import { useMutation } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { copyText } from '../../components/ui/copy.tsx'
import { session } from '../../state/session.ts'

export interface ResetLink {
  readonly email: string
  readonly token: string
}

interface ResetRequest {
  readonly link: ResetLink
  /** Named access tokens are revoked as well. */
  readonly isRevoking: boolean
}

/** The new password, and whether it was copied to the clipboard. */
export interface NewPassword {
  readonly password: string
  readonly isCopied: boolean
}

/** Redeems the link. Anyone who was signed in on this browser has to sign in again, with the new password. */
export function useResetPassword() {
  return useMutation({
    mutationFn: async ({ link, isRevoking }: ResetRequest): Promise<NewPassword> => {
      const password = await dataOf(
        api.POST('/api/user/reset', {
          body: { ...link, ...(isRevoking ? {} : { keep_access_tokens: true }) },
        }),
      )
      return { password, isCopied: await copyText(password) }
    },
    onSuccess: () => session.end(),
    // The password should not stay in memory once its page is closed.
    gcTime: 0,
    meta: { isShownInPlace: true },
  })
}
