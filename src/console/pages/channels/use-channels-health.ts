import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { channelsKey } from './use-channels.ts'

export type ChannelsHealth = components['schemas']['ChannelsHealth']

/** How many channels are on, and what the calls of the last 24 hours came to; looked at again every half minute. */
export function useChannelsHealth() {
  return useQuery({
    queryKey: [...channelsKey, 'health'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/health', { signal })),
    refetchInterval: 30_000,
  })
}

/** Calls of one hour, or of several. */
export interface CallCounts {
  readonly succeeded: number
  readonly failed: number
}

/** The calls of some channels together, hour by hour; every hour is there, also those without calls. */
export function hoursOf(health: ChannelsHealth, channelIds: readonly number[]): readonly CallCounts[] {
  const hours = Array.from({ length: health.hours }, () => ({ succeeded: 0, failed: 0 }))
  const wanted = new Set(channelIds)
  for (const channel of health.channels) {
    if (!wanted.has(channel.channel_id)) continue
    for (const { hour_time: time, succeeded, failed } of channel.hours) {
      const hour = hours[Math.round((time - health.from) / 3600)]
      if (!hour) continue
      hour.succeeded += succeeded
      hour.failed += failed
    }
  }
  return hours
}

export const sumOf = (hours: readonly CallCounts[]): CallCounts =>
  hours.reduce<CallCounts>(
    (sum, { succeeded, failed }) => ({ succeeded: sum.succeeded + succeeded, failed: sum.failed + failed }),
    { succeeded: 0, failed: 0 },
  )

/** Answered calls of all, 0 to 1; undefined where there were none. */
export const successRate = ({ succeeded, failed }: CallCounts): number | undefined =>
  succeeded + failed === 0 ? undefined : succeeded / (succeeded + failed)
