import type { ChannelState } from './channel-state.ts'
import { nothing, type Sums } from './series.ts'
import { type Dimension, overflowKey, type Traffic, type TrafficEntry } from './traffic.ts'

/** One line of the table. */
export interface TopRow {
  /** Identifies the row's object, whatever the sort order. */
  readonly key: string
  /**
   * Empty if there is no name, as for requests without a channel or a deleted token. `overflowKey` for the row that
   * sums up the rest.
   */
  readonly name: string
  readonly sums: Sums
  /** Present in the channel view, for channels that exist. */
  readonly channel: ChannelState | undefined
  readonly lastRequestId: string | undefined
}

/** Sort orders of the table, in the order of the key `s`. */
export const sortings = ['cost', 'calls', 'tokens', 'first-byte', 'errors', 'name'] as const
export type Sorting = (typeof sortings)[number]

/**
 * Returns all rows of a dimension, unsorted: channels with and without traffic, other objects only with traffic.
 * @param nowMs server time at which the window ends, unix milliseconds
 */
export function collectRows(
  traffic: Traffic,
  by: Dimension,
  channels: readonly ChannelState[],
  nowMs: number,
): readonly TopRow[] {
  const second = Math.floor(nowMs / 1000)
  const rows = new Map<string, TopRow>()
  if (by === 'channel')
    for (const channel of channels) {
      const key = String(channel.id)
      rows.set(key, { key, name: channel.name, sums: nothing, channel, lastRequestId: undefined })
    }
  for (const entry of traffic.entries(by)) {
    const sums = entry.series.sums(second)
    const known = rows.get(entry.key)
    if (sums.calls === 0 && known === undefined) continue
    rows.set(entry.key, {
      key: entry.key,
      name: known?.name ?? nameOf(by, entry),
      sums,
      channel: known?.channel,
      lastRequestId: entry.lastRequestId,
    })
  }
  return [...rows.values()]
}

/** Returns the name to show. Tokens of different users often have the same name, so the owner is added to it. */
function nameOf(by: Dimension, { key, name, owner }: TrafficEntry): string {
  if (key === overflowKey) return overflowKey
  if (name === '') return key === '0' || key === '' ? '' : `#${key}`
  return by === 'token' && owner !== '' ? `${name} (${owner})` : name
}

/**
 * Returns the filtered and sorted rows.
 * @param filter only names that contain this text are shown, ignoring case
 */
export function arrangeRows(
  rows: readonly TopRow[],
  { sorting, filter }: { readonly sorting: Sorting; readonly filter: string },
): readonly TopRow[] {
  const wanted = filter.trim().toLowerCase()
  return rows
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => compare(a, b, sorting) || byAttention(a, b) || byName(a, b))
}

const order = (a: number | bigint, b: number | bigint): number => (a < b ? 1 : a > b ? -1 : 0)

/** Compares two rows: highest first; names in alphabetical order. */
function compare(a: TopRow, b: TopRow, sorting: Sorting): number {
  switch (sorting) {
    case 'cost':
      return order(a.sums.cost, b.sums.cost)
    case 'calls':
      return order(a.sums.calls, b.sums.calls)
    case 'tokens':
      return order(a.sums.tokens, b.sums.tokens)
    case 'first-byte':
      return order(a.sums.firstByteP50Ms ?? -1, b.sums.firstByteP50Ms ?? -1)
    case 'errors':
      return order(errorShare(a.sums) ?? -1, errorShare(b.sums) ?? -1)
    case 'name':
      return byName(a, b)
  }
}

/** Orders equal rows: busy ones, then channels that failed, then enabled ones. */
function byAttention(a: TopRow, b: TopRow): number {
  const rank = ({ sums, channel }: TopRow): number => {
    if (sums.calls > 0) return 0
    return channel?.status === 'auto-disabled' ? 1 : channel?.status === 'enabled' ? 2 : 3
  }
  return rank(a) - rank(b) || order(a.sums.calls, b.sums.calls)
}

const byName = (a: TopRow, b: TopRow): number =>
  a.name === b.name ? (a.key < b.key ? -1 : 1) : a.name < b.name ? -1 : 1

/** Returns the share of failed calls, 0 to 1; undefined without calls. */
export const errorShare = ({ calls, errors }: Pick<Sums, 'calls' | 'errors'>): number | undefined =>
  calls === 0 ? undefined : errors / calls
