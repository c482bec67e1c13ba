import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useSessionUser } from '../../state/session.ts'
import type { DrawingChoices } from './conversation.ts'

/** A model with its drawing choices, if it generates images, and whether it accepts pictures. */
export interface GroupModel {
  readonly name: string
  readonly drawing: DrawingChoices | null
  /** False if the model is known not to accept pictures. */
  readonly takesPictures: boolean
}

/**
 * Reads the models available to one of the user's price groups.
 * @param group empty = the account's own
 */
export function useGroupModels(group: string) {
  const user = useSessionUser()
  const wanted = group === '' ? user?.group : group
  return useQuery({
    queryKey: ['group-models', user?.id],
    queryFn: async ({ signal }) => (await answerOf(api.GET('/api/pricing', { signal }))).data,
    select: (prices) =>
      prices
        .filter(({ enable_groups }) => enable_groups.some((name) => name === wanted))
        .map(
          ({ model_name: name, drawing, input_modalities: taken }): GroupModel => ({
            name,
            drawing,
            takesPictures: drawing === null && (taken.length === 0 || taken.includes('image')),
          }),
        ),
    enabled: user !== undefined,
    staleTime: 60_000,
  })
}
