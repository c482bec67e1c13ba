import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import type { Channel } from '../channel-types/types.ts'
import type { SecretBox } from '../db/secrets.ts'
import type { ChannelRow } from './channel-row.ts'
import { openKeys } from './load-channels.ts'

/** The columns that decide which upstream account a channel uses. */
const accountColumns = ['type', 'base_url', 'other', 'key_ciphertext'] as const

/**
 * Locks a stored channel until the transaction ends, if it still uses the same upstream account as this copy of it.
 *
 * @param channel as it was when its upstream was called
 * @param where further conditions
 * @returns false if the channel is gone, does not meet the conditions, or has another key or address now
 */
export async function lockAccount(
  trx: Knex.Transaction,
  channel: Channel,
  secrets: SecretBox,
  where: { readonly status?: number } = {},
): Promise<boolean> {
  const row: Pick<ChannelRow, (typeof accountColumns)[number]> | undefined = await trx('channels')
    .where({ id: channel.id, ...where })
    .forUpdate()
    .first(...accountColumns)
  return (
    row !== undefined &&
    row.type === channel.type &&
    row.base_url === channel.baseUrl &&
    row.other === channel.other &&
    isDeepStrictEqual(openKeys(row, secrets), channel.keys)
  )
}
