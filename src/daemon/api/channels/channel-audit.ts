import type { ChannelRow } from '../../channels/channel-row.ts'
import { proxyFingerprint } from '../../channels/proxy-secret.ts'
import type { SecretBox } from '../../db/secrets.ts'
import { describeKey } from './channel-answer.ts'

/** The audit row of a channel, with fingerprints instead of the keys and of a proxy that has a password. */
export type ChannelFacts = Readonly<Record<string, string | number>>

/**
 * Converts a channel for the audit trail.
 * @param columns all of them, or those that changed
 * @param type of the channel, which determines whether it has one key or several
 */
export function channelFacts(columns: Partial<ChannelRow>, type: number, secrets: SecretBox): ChannelFacts {
  const { key_ciphertext, proxy_ciphertext, group_names, ...rest } = columns
  return {
    ...rest,
    ...(group_names === undefined ? {} : { group: group_names }),
    ...(proxy_ciphertext === undefined
      ? {}
      : { proxy_fingerprint: proxyFingerprint({ proxy_ciphertext }, secrets) }),
    ...(key_ciphertext === undefined
      ? {}
      : { key_fingerprint: describeKey({ key_ciphertext, type }, secrets).key_fingerprint }),
  }
}

/** Returns the columns that changed, before and after. */
export function describeChannelChange(
  before: ChannelRow,
  columns: Partial<ChannelRow>,
  secrets: SecretBox,
): [ChannelFacts, ChannelFacts] {
  const old: Partial<ChannelRow> = Object.fromEntries(
    Object.keys(columns).map((column) => [column, before[column as keyof ChannelRow]]),
  )
  return [
    channelFacts(old, before.type, secrets),
    channelFacts(columns, columns.type ?? before.type, secrets),
  ]
}
