import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { components } from '../../../../openapi/types.gen.ts'
import { isProblem } from '../../api/api-problem.ts'
import { changeEach } from '../../api/change-each.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { showProblem } from '../../api/show-problem.ts'
import { useIsChangingMany } from '../../api/use-is-changing-many.ts'
import { duration } from '../../format.ts'
import { phrase } from '../../i18n/i18n.ts'
import { type Channel, channelsKey } from './use-channels.ts'

/** Each hook changes the list in one way and reads it again afterwards, even if the change was refused. */

const refresh = (queryClient: QueryClient) => () => queryClient.invalidateQueries({ queryKey: channelsKey })

/** Maximum number of IDs per call. */
const SELECTION_MAX = 1000

/** Fields of a channel that can be changed from the list. */
export type ListedChange = Pick<
  components['schemas']['ChannelUpdate'],
  'status' | 'priority' | 'weight' | 'tag'
>

interface ChannelsChange {
  readonly channels: readonly Pick<Channel, 'id' | 'name'>[]
  /** One change for all channels, or a function that returns the change for each. */
  readonly change: ListedChange | ((id: number) => ListedChange)
}

const changeKey = ['change-channels'] as const

/**
 * Changes channels, see `changeEach`. If one is refused, for instance because someone else has deleted it, a message
 * names it, and the others are still changed.
 * @returns how many were refused
 */
export function useChangeChannels() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: changeKey,
    mutationFn: ({ channels, change }: ChannelsChange) =>
      changeEach(channels, ({ id }) => {
        const fields = typeof change === 'function' ? change(id) : change
        return dataOf(api.PUT('/api/channel/', { body: { id, ...fields } }))
      }),
    onSettled: refresh(queryClient),
  })
}

export const useIsChangingChannels = () =>
  useIsChangingMany<ChannelsChange>(changeKey, ({ channels }) => channels.length)

/** Deletes channels. @returns how many were deleted */
export function useDeleteChannels() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      const [only] = ids
      if (only !== undefined && ids.length === 1) {
        await answerOf(api.DELETE('/api/channel/{id}', { params: { path: { id: only } } }))
        return 1
      }
      let removed = 0
      for (let start = 0; start < ids.length; start += SELECTION_MAX)
        removed += await dataOf(
          api.POST('/api/channel/batch', { body: { ids: ids.slice(start, start + SELECTION_MAX) } }),
        )
      return removed
    },
    onSettled: refresh(queryClient),
  })
}

/** Deletes every disabled channel, whether disabled manually or automatically. @returns how many were deleted */
export function useDeleteDisabled() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/channel/disabled')),
    onSettled: refresh(queryClient),
  })
}

/** Assigns a tag to channels. @returns how many were changed */
export function useTagChannels() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, tag }: { readonly ids: readonly number[]; readonly tag: string }) => {
      let changed = 0
      for (let start = 0; start < ids.length; start += SELECTION_MAX)
        changed += await dataOf(
          api.POST('/api/channel/batch/tag', { body: { ids: ids.slice(start, start + SELECTION_MAX), tag } }),
        )
      return changed
    },
    meta: { isShownInPlace: true },
    onSettled: refresh(queryClient),
  })
}

/** Changes every channel of a tag; absent fields stay unchanged. @returns how many channels there are */
export function useEditTag({ isShownInPlace }: { readonly isShownInPlace: boolean }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (edit: components['schemas']['ChannelTagEdit']) =>
      dataOf(api.PUT('/api/channel/tag', { body: edit })),
    meta: { isShownInPlace },
    onSettled: refresh(queryClient),
  })
}

/** Enables or disables every channel of a tag. @returns how many channels there are */
export function useSetTagStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ tag, status }: { readonly tag: string; readonly status: 1 | 2 }) =>
      dataOf(
        status === 1
          ? api.POST('/api/channel/tag/enabled', { body: { tag } })
          : api.POST('/api/channel/tag/disabled', { body: { tag } }),
      ),
    onSettled: refresh(queryClient),
  })
}

/** Sends one tiny request through a channel and reports the result. */
export function useTestChannel() {
  const { t } = useTranslation('channels')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Channel, 'id' | 'name'>) =>
      answerOf(api.GET('/api/channel/test/{id}', { params: { path: { id } } })),
    meta: { isShownInPlace: true },
    onSuccess: ({ data, time }, { name }) =>
      void toast.success(t('test.passed', { name, model: data.model, time: duration(time) })),
    // A channel that cannot be tested has not failed.
    onError: (error, { name }) =>
      isProblem(error) && error.code === 'channel_test_unsupported'
        ? void toast.info(phrase('problem.about', { name, message: error.message }))
        : showProblem(error, name),
    onSettled: refresh(queryClient),
  })
}

/** Reads a channel's balance from its upstream. */
export function useUpdateBalance() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Channel, 'id' | 'name'>) =>
      dataOf(api.GET('/api/channel/update_balance/{id}', { params: { path: { id } } })),
    meta: { isShownInPlace: true },
    onError: (error, { name }) => showProblem(error, name),
    onSettled: refresh(queryClient),
  })
}

/** Rebuilds the routing table from the stored channels. */
export function useFixChannels() {
  const { t } = useTranslation('channels')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/channel/fix')),
    onSuccess: (count) => void toast.success(t('fix.done', { count })),
    onSettled: refresh(queryClient),
  })
}
