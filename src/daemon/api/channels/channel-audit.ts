import type { ChannelRow } from '../../channels/channel-row.ts'

/** The audit row of a channel. The record masks the encrypted key; it only shows that it changed. */
export type ChannelFacts = Readonly<Record<string, string | number>>

const HIDDEN = '***'

function toFacts(columns: Partial<ChannelRow>): ChannelFacts {
  const { key_ciphertext, group_names, setting, ...rest } = columns
  return {
    ...rest,
    ...(group_names === undefined ? {} : { group: group_names }),
    ...(setting === undefined ? {} : { setting: hideProxyPassword(setting) }),
    ...(key_ciphertext === undefined ? {} : { key: key_ciphertext }),
  }
}

/** `socks5://user:password@host` is a credential as well. */
const hideProxyPassword = (setting: string): string => setting.replace(/(:\/\/)[^"/@\s]*@/g, `$1${HIDDEN}@`)

export const describeNewChannel = (row: Omit<ChannelRow, 'id'>): ChannelFacts => toFacts(row)

export const describeOldChannel = (row: ChannelRow): ChannelFacts => toFacts(row)

/** Before and after of the columns that changed. */
export function describeChannelChange(
  before: ChannelRow,
  columns: Partial<ChannelRow>,
): [ChannelFacts, ChannelFacts] {
  const old = Object.fromEntries(
    Object.keys(columns).map((column) => [column, before[column as keyof ChannelRow]]),
  )
  return [toFacts(old), toFacts(columns)]
}
