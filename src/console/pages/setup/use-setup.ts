import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { statusKey } from '../../api/use-status.ts'
import { pendingSignIn } from '../../state/pending-sign-in.ts'
import { session } from '../../state/session.ts'
import { goToSetupStep } from '../../state/setup-wizard.ts'

export type SetupRequest = components['schemas']['SetupRequest']
export type UsageMode = NonNullable<SetupRequest['usageMode']>

/** Whether a super administrator exists already: then only the mode is asked. */
export const useSetupState = () =>
  useQuery({ queryKey: ['setup'], queryFn: ({ signal }) => dataOf(api.GET('/api/setup', { signal })) })

/**
 * Sets the site up and signs the new administrator in.
 * @returns whether somebody is signed in now; if the person brought no account of their own, they sign in themselves
 */
export function useSetup() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: SetupRequest) => {
      await answerOf(api.POST('/api/setup', { body }))
      const { username, password } = body
      if (!username || !password) return false
      const user = pendingSignIn.take(
        await dataOf(api.POST('/api/user/login', { body: { username, password } })),
      )
      if (user) session.begin(user)
      return user !== undefined
    },
    onSuccess: async (isSignedIn) => {
      // Before the status says that set-up is done, or the page would be left.
      if (isSignedIn) goToSetupStep('channel')
      await queryClient.invalidateQueries({ queryKey: statusKey })
    },
    meta: { isShownInPlace: true },
  })
}
