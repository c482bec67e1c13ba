import type { ChannelRow } from '../../channels/channel-row.ts'
import { proxyFingerprint } from '../../channels/proxy-secret.ts'
import type { SecretBox } from '../../db/secrets.ts'
import { describeKey } from './channel-answer.ts'

/** The audit row of a channel, with fingerprints in place of the keys and of a proxy with a password. */
export type ChannelFacts = Readonly<Record<string, string | number>>

/**
 * A channel as the audit trail shows it.
 * @param columns all of them, or those that changed
 * @param type of the channel, which says whether it has one key or several
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

/** Before and after of the columns that changed. */
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
