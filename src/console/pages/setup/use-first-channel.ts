import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'

export type ChannelType = components['schemas']['ChannelTypeEntry']
export type ChannelCreate = components['schemas']['ChannelCreate']

/** Asks the upstream for its models before anything is saved. */
export const useUpstreamModels = () =>
  useMutation({
    mutationFn: (body: components['schemas']['ChannelProbe']) =>
      dataOf(api.POST('/api/channel/fetch_models', { body })),
    meta: { isShownInPlace: true },
  })

export interface TestedChannel {
  readonly model: string
  readonly seconds: number
}

/**
 * Saves the channel and sends one tiny request through it. If a saved channel fails its test and the form is submitted
 * again, the channel is updated instead of created twice.
 */
export function useFirstChannel() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({
      body,
      id,
      onSaved,
    }: {
      readonly body: ChannelCreate
      readonly id: number | undefined
      readonly onSaved: (id: number) => void
    }): Promise<TestedChannel> => {
      const saved =
        id === undefined
          ? await dataOf(api.POST('/api/channel/', { body }))
          : await dataOf(api.PUT('/api/channel/', { body: { ...body, id } }))
      onSaved(saved.id)
      const answer = await answerOf(
        api.GET('/api/channel/test/{id}', { params: { path: { id: saved.id }, query: {} } }),
      )
      return { model: answer.data.model, seconds: answer.time ?? 0 }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['own-models'] }),
    meta: { isShownInPlace: true },
  })
}
