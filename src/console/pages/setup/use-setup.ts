import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { statusKey } from '../../api/use-status.ts'
import { pendingSignIn } from '../../state/pending-sign-in.ts'
import { session } from '../../state/session.ts'
import { goToSetupStep } from '../../state/setup-wizard.ts'

export type SetupRequest = components['schemas']['SetupRequest']
export type UsageMode = NonNullable<SetupRequest['usageMode']>

/** Reads whether a super administrator already exists, in which case only the mode has to be chosen. */
export const useSetupState = () =>
  useQuery({ queryKey: ['setup'], queryFn: ({ signal }) => dataOf(api.GET('/api/setup', { signal })) })

/**
 * Sets up the site and signs in the new administrator.
 * @returns whether somebody is signed in; if no account was created, the person has to sign in themselves
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
      // Must happen before the status reports that setup is complete, which would leave this page.
      if (isSignedIn) goToSetupStep('channel')
      await queryClient.invalidateQueries({ queryKey: statusKey })
    },
    meta: { isShownInPlace: true },
  })
}
