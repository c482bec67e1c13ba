import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { channelsKey } from './use-channels.ts'

export type ChannelsHealth = components['schemas']['ChannelsHealth']

/** Reads how many channels are enabled and how the calls of the last 24 hours went; polled every half minute. */
export function useChannelsHealth() {
  return useQuery({
    queryKey: [...channelsKey, 'health'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/health', { signal })),
    refetchInterval: 30_000,
  })
}

/** Number of calls in one or several hours. */
export interface CallCounts {
  readonly succeeded: number
  readonly failed: number
}

/** Adds up the calls of several channels, hour by hour, including hours without calls. */
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

/** Returns the share of successful calls, 0 to 1; undefined without calls. */
export const successRate = ({ succeeded, failed }: CallCounts): number | undefined =>
  succeeded + failed === 0 ? undefined : succeeded / (succeeded + failed)
