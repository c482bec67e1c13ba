import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { copyText } from '../../components/ui/copy.tsx'
import { phrase } from '../../i18n/i18n.ts'

/** Creates a new system access token and copies it; the previous one becomes invalid. */
export function useSystemToken() {
  return useMutation({
    mutationFn: () => dataOf(api.GET('/api/user/token')),
    onSuccess: async (token) => {
      const isCopied = await copyText(token)
      toast.success(phrase(isCopied ? 'me:token.resetAndCopied' : 'me:token.reset'))
    },
  })
}
