import type { ItemOf } from '../client/contract-types.ts'

type Channel = ItemOf<'/api/channel/'>

const statuses = ['enabled', 'disabled', 'auto-disabled'] as const
export type ChannelStatus = (typeof statuses)[number]

/** Information about a channel other than its traffic. */
export interface ChannelState {
  readonly id: number
  readonly name: string
  /** Unknown statuses also count as `disabled`. */
  readonly status: ChannelStatus
  /** Why it was disabled automatically; empty otherwise. */
  readonly reason: string
  /** Unix seconds at which it was disabled automatically; 0 = unknown. */
  readonly since: number
  /** Balance at the upstream; undefined = never queried. */
  readonly balance: { readonly amount: number; readonly currency: string } | undefined
}

export function readChannel(channel: Channel): ChannelState {
  const status = statuses[channel.status - 1] ?? 'disabled'
  const { reason, since } =
    status === 'auto-disabled' ? readInfo(channel.other_info) : { reason: '', since: 0 }
  return {
    id: channel.id,
    name: channel.name,
    status,
    reason,
    since,
    balance:
      channel.balance_updated_time > 0
        ? { amount: channel.balance, currency: channel.balance_currency }
        : undefined,
  }
}

/** Reads `other_info`, which is JSON text `{ status_reason, status_time }` after an automatic change of status. */
function readInfo(text: string): { reason: string; since: number } {
  let info: { readonly status_reason?: unknown; readonly status_time?: unknown } = {}
  try {
    const parsed: unknown = JSON.parse(text || '{}')
    if (typeof parsed === 'object' && parsed !== null) info = parsed
  } catch {
    // Free text of an imported channel, shown as it is.
    return { reason: text, since: 0 }
  }
  return {
    reason: typeof info.status_reason === 'string' ? info.status_reason : '',
    since: typeof info.status_time === 'number' ? info.status_time : 0,
  }
}
