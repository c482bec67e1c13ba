import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

export interface ChannelState {
  readonly id: number
  readonly name: string
  readonly succeeded: number
  readonly failed: number
}

/** Reads the last 24 hours of the channels: the number in each status, and those that were called, worst first. */
export const useChannelsState = () =>
  useQuery({
    queryKey: ['dashboard', 'channels'],
    queryFn: async ({ signal }) => {
      const [health, first] = await Promise.all([
        dataOf(api.GET('/api/channel/health', { signal })),
        dataOf(api.GET('/api/channel/', { params: { query: { p: 1, page_size: 100 } }, signal })),
      ])
      const names = new Map(first.items.map(({ id, name }) => [id, name]))
      const share = ({ succeeded, failed }: ChannelState) => succeeded / Math.max(1, succeeded + failed)
      const called = health.channels.map(
        ({ channel_id: id, succeeded, failed }): ChannelState => ({
          id,
          name: names.get(id) ?? '',
          succeeded,
          failed,
        }),
      )
      return {
        enabled: health.enabled,
        disabled: health.disabled,
        disabledAutomatically: health.disabled_automatically,
        called: called.sort((a, b) => share(a) - share(b) || b.failed - a.failed),
      }
    },
    refetchInterval: 60_000,
  })
