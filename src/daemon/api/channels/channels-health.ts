import type { ChannelHour } from '../../channels/attempt-counts.ts'
import { channelStatus } from '../../channels/channel-row.ts'
import type { Data } from '../../http/contract.ts'
import type { Services } from '../../services.ts'
import { channelsRepository } from './channels.repository.ts'

const HOUR_MS = 3_600_000

type ChannelsHealth = Data<'getChannelHealth'>

/**
 * Counts channels by status, and returns the results of the calls in the last `hours` hours, including the current one.
 */
export async function readChannelsHealth(
  { knex, attempts, clock }: Pick<Services, 'knex' | 'attempts' | 'clock'>,
  hours: number,
): Promise<ChannelsHealth> {
  const now = clock.now()
  const first = now - (now % HOUR_MS) - (hours - 1) * HOUR_MS
  const [statuses, rows] = await Promise.all([channelsRepository(knex).countByStatus(), attempts.read(first)])
  return {
    from: first / 1000,
    hours,
    enabled: statuses.get(channelStatus.enabled) ?? 0,
    disabled: statuses.get(channelStatus.disabled) ?? 0,
    disabled_automatically: statuses.get(channelStatus.disabledAutomatically) ?? 0,
    channels: byChannel(rows),
  }
}

function byChannel(rows: readonly ChannelHour[]): ChannelsHealth['channels'] {
  const channels = new Map<number, ChannelHour[]>()
  for (const row of rows) channels.set(row.channelId, [...(channels.get(row.channelId) ?? []), row])
  return [...channels]
    .sort(([a], [b]) => a - b)
    .map(([channelId, own]) => ({
      channel_id: channelId,
      succeeded: own.reduce((sum, { succeeded }) => sum + succeeded, 0),
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
      hours: own.map(({ hourTime, succeeded, failed }) => ({ hour_time: hourTime, succeeded, failed })),
    }))
}
