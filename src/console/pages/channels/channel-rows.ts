import type { Selection } from '../../components/ui/table/selection.ts'
import type { Channel } from './use-channels.ts'

/** A row of the list: a channel, or a tag with its channels. */
export type ListRow = ChannelListRow | TagListRow

export interface ChannelListRow {
  readonly kind: 'channel'
  readonly channel: Channel
  /** Shown below the row of its tag. */
  readonly isMember: boolean
}

export interface TagListRow {
  readonly kind: 'tag'
  readonly tag: string
  readonly channels: readonly Channel[]
  readonly isOpen: boolean
}

export const rowKey = (row: ListRow): string =>
  row.kind === 'tag' ? `tag ${row.tag}` : `channel ${row.channel.id}`

export const channelsOf = (row: ListRow): readonly Channel[] =>
  row.kind === 'tag' ? row.channels : [row.channel]

export const toChannelRow = (channel: Channel): ListRow => ({ kind: 'channel', channel, isMember: false })

/**
 * Returns one row per tag, followed by its channels while it is expanded; channels without a tag have their own rows.
 */
export function groupByTag(channels: readonly Channel[], openTags: ReadonlySet<string>): readonly ListRow[] {
  const groups = new Map<string, Channel[]>()
  for (const channel of channels) {
    const name = channel.tag === '' ? `channel ${channel.id}` : `tag ${channel.tag}`
    const members = groups.get(name)
    if (members) members.push(channel)
    else groups.set(name, [channel])
  }
  return [...groups.values()].flatMap((members): readonly ListRow[] => {
    const tag = members[0]?.tag ?? ''
    if (tag === '') return members.map(toChannelRow)
    const isOpen = openTags.has(tag)
    const head: ListRow = { kind: 'tag', tag, channels: members, isOpen }
    if (!isOpen) return [head]
    return [head, ...members.map((channel): ListRow => ({ kind: 'channel', channel, isMember: true }))]
  })
}

/** Converts a selection of channels to one of rows; the row of a tag selects all of its channels. */
export function toRowSelection(selection: Selection<Channel>): Selection<ListRow> {
  const has = (row: ListRow) => channelsOf(row).every((channel) => selection.has(channel))
  return {
    ...selection,
    rows: selection.rows.map(toChannelRow),
    has,
    toggle: (row) => selection.set(channelsOf(row), !has(row)),
    set: (rows, isSelected) => selection.set(rows.flatMap(channelsOf), isSelected),
  }
}

/** Returns the distinct values in the order of the rows. */
export const distinct = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)]

export const listOf = (text: string): readonly string[] => text.split(',').filter((each) => each !== '')

export interface StatusInfo {
  readonly reason: string
  /** Unix seconds; 0 = unknown. */
  readonly time: number
}

/** Reads why and when a channel was disabled automatically; undefined if that was not recorded. */
export function readStatusInfo(channel: Channel): StatusInfo | undefined {
  if (channel.status !== 3 || channel.other_info === '') return undefined
  try {
    const info = JSON.parse(channel.other_info) as { status_reason?: unknown; status_time?: unknown }
    return {
      reason: typeof info.status_reason === 'string' ? info.status_reason : '',
      time: typeof info.status_time === 'number' ? info.status_time : 0,
    }
  } catch {
    return undefined
  }
}
