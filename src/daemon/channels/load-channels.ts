import type { Knex } from 'knex'
import type { Channel } from '../channel-types/types.ts'
import type { SecretBox } from '../db/secrets.ts'
import {
  readChannelSetting,
  readModelMapping,
  readParamOverride,
  readStatusCodeMapping,
  splitKeys,
  splitList,
} from './channel-columns.ts'
import { isMultiKeyType } from './channel-kind.ts'
import { CHANNEL_KEY_CONTEXT, type ChannelRow } from './channel-row.ts'
import { openProxy } from './proxy-secret.ts'

/** Called for a row that cannot be used; the others are loaded anyway. */
export type OnBrokenChannel = (channelId: number, cause: unknown) => void

const warnOfBroken: OnBrokenChannel = (channelId, cause) =>
  process.emitWarning(
    `Channel ${channelId} is left out: ${cause instanceof Error ? cause.message : String(cause)}`,
  )

/**
 * Loads every stored channel in the relay's form, including disabled ones, by id.
 *
 * A row that cannot be read (a key encrypted with another secret, JSON edited by hand) is left out and reported: one
 * bad row must not stop the gateway.
 */
export async function loadChannels(
  knex: Knex,
  secrets: SecretBox,
  onBroken: OnBrokenChannel = warnOfBroken,
): Promise<Channel[]> {
  const rows = await knex<ChannelRow>('channels').orderBy('id')
  return rows.flatMap((row) => {
    try {
      return [toRelayChannel(row, secrets)]
    } catch (cause) {
      onBroken(row.id, cause)
      return []
    }
  })
}

/**
 * Converts a row to the relay's form, with its key and the password of its proxy.
 * @throws SealError if it was encrypted with another secret key, AppError naming the column that cannot be read
 */
function toRelayChannel(row: ChannelRow, secrets: SecretBox): Channel {
  const { proxy: _shown, ...setting } = readChannelSetting(row.setting)
  const proxy = openProxy(row, secrets)
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    keys: openKeys(row, secrets),
    openaiOrganization: row.openai_organization,
    maxInputTokens: row.max_input_tokens,
    baseUrl: row.base_url,
    other: row.other,
    modelMapping: readModelMapping(row.model_mapping),
    statusCodeMapping: readStatusCodeMapping(row.status_code_mapping),
    models: splitList(row.models),
    groups: splitList(row.group_names),
    autoBan: row.auto_ban === 1,
    testModel: row.test_model,
    priority: row.priority,
    weight: row.weight,
    tag: row.tag,
    modelPrefix: row.model_prefix,
    setting: proxy === '' ? setting : { ...setting, proxy },
    paramOverride: readParamOverride(row.param_override),
    systemPrompt: row.system_prompt,
    status: row.status,
    createdTime: row.created_time,
    speaksFound: row.speaks_found === '' ? undefined : row.speaks_found,
  }
}

/**
 * Decrypts the keys of a channel. If its upstream needs none (a local Ollama), there is one empty key.
 * @throws SealError if they were encrypted with another secret key
 */
export function openKeys(
  row: Pick<ChannelRow, 'type' | 'key_ciphertext'>,
  secrets: SecretBox,
): readonly string[] {
  const keys = splitKeys(secrets.open(row.key_ciphertext, CHANNEL_KEY_CONTEXT), isMultiKeyType(row.type))
  return keys.length === 0 ? [''] : keys
}
