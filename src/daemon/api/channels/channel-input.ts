import {
  readChannelSetting,
  readModelMapping,
  readParamOverride,
  readStatusCodeMapping,
  splitKeys,
  splitList,
} from '../../channels/channel-columns.ts'
import { effectiveOrigin, findChannelType, isMultiKeyType } from '../../channels/channel-kind.ts'
import { CHANNEL_KEY_CONTEXT, type ChannelRow, channelStatus } from '../../channels/channel-row.ts'
import { openProxyOrNothing, sealProxy } from '../../channels/proxy-secret.ts'
import type { SecretBox } from '../../db/secrets.ts'
import { AppError } from '../../errors/app-error.ts'
import { isVisible } from '../../visible-text.ts'

/** Fields that a form may write; an absent one stays unchanged. */
export interface ChannelInput {
  readonly type?: number
  readonly name?: string
  readonly key?: string
  readonly openai_organization?: string
  readonly max_input_tokens?: number
  readonly base_url?: string
  readonly other?: string
  readonly model_mapping?: string
  readonly status_code_mapping?: string
  readonly models?: string
  readonly auto_ban?: number
  readonly test_model?: string
  readonly group?: string
  readonly priority?: number
  readonly weight?: number
  readonly tag?: string
  readonly model_prefix?: string
  readonly setting?: string
  readonly param_override?: string
  readonly system_prompt?: string
  readonly status?: number
}

/** Defaults of a new channel. */
const EMPTY: Omit<ChannelRow, 'id' | 'created_time'> = {
  type: 0,
  name: '',
  key_ciphertext: '',
  openai_organization: '',
  max_input_tokens: 0,
  base_url: '',
  other: '',
  model_mapping: '',
  status_code_mapping: '',
  models: '',
  auto_ban: 1,
  test_model: '',
  group_names: 'default',
  priority: 0,
  weight: 0,
  tag: '',
  model_prefix: '',
  setting: '',
  proxy_ciphertext: '',
  param_override: '',
  system_prompt: '',
  status: channelStatus.enabled,
  response_time: 0,
  test_time: 0,
  balance: '0',
  balance_currency: '',
  balance_updated_time: 0,
  other_info: '',
  speaks_found: '',
}

/**
 * Builds a complete row for a new channel.
 * @throws AppError with the invalid field
 */
export function toNewRow(
  input: ChannelInput,
  secrets: SecretBox,
  nowSeconds: number,
): Omit<ChannelRow, 'id'> {
  const row = { ...EMPTY, ...toColumns(input, secrets, undefined), created_time: nowSeconds }
  const type = findChannelType(row.type)
  if (!isVisible(row.name)) throw new AppError('channel_name_and_key_required', { field: 'name' })
  if (row.key_ciphertext === '') {
    if (!type.isKeyOptional) throw new AppError('channel_key_required', { field: 'key' })
    row.key_ciphertext = secrets.seal('', CHANNEL_KEY_CONTEXT)
  }
  return { ...row, ...completeByType(row, input.key) }
}

/**
 * Returns the columns of a stored channel that an edit changes.
 *
 * @throws AppError with the invalid field; `channel_key_for_new_host` if the stored key would go to another host than
 *   the one it was entered for, `channel_key_for_new_proxy` if it would pass through another proxy
 */
export function toChangedColumns(
  before: ChannelRow,
  input: ChannelInput,
  secrets: SecretBox,
): Partial<ChannelRow> {
  const columns = toColumns(input, secrets, before)
  const after = { ...before, ...columns }
  if (columns.name !== undefined && !isVisible(columns.name))
    throw new AppError('channel_name_and_key_required', { field: 'name' })
  if (after.status === channelStatus.disabledAutomatically && before.status !== after.status)
    throw new AppError('channel_status_automatic', { field: 'status' })
  const keepsKey = columns.key_ciphertext === undefined
  if (keepsKey && effectiveOrigin(before) !== effectiveOrigin(after) && hasKey(before, secrets))
    throw new AppError('channel_key_for_new_host', { field: 'key' })
  if (keepsKey && isNewProxy(before, after, secrets) && hasKey(before, secrets))
    throw new AppError('channel_key_for_new_proxy', { field: 'key' })
  const isEnabling = after.status === channelStatus.enabled && before.status !== after.status
  // A stored row that its type would refuse today can still be disabled or renamed, or get another weight.
  const touchesType = byType.some((field) => input[field] !== undefined)
  const complete = {
    ...columns,
    ...(touchesType ? completeByType(after, input.key) : {}),
    ...(isEnabling ? { other_info: '' } : {}),
    // Another server may support other formats.
    ...(after.type !== before.type || after.base_url !== before.base_url
      ? { speaks_found: '' as const }
      : {}),
  }
  return Object.fromEntries(
    Object.entries(complete).filter(([column, value]) => before[column as keyof ChannelRow] !== value),
  )
}

/**
 * Reports whether the key would pass through another proxy. Removing the proxy is harmless, because the key then only
 * goes to its usual host.
 */
function isNewProxy(before: ChannelRow, after: ChannelRow, secrets: SecretBox): boolean {
  const proxy = openProxyOrNothing(after, secrets)
  return proxy !== '' && proxy !== openProxyOrNothing(before, secrets)
}

/** Returns the hosts that a channel with these columns connects to, each with the field that contains it. */
export function hostsOf(columns: Partial<ChannelRow>): readonly (readonly [field: string, host: string])[] {
  const addresses = [
    ['base_url', columns.base_url ?? ''],
    ['setting', columns.setting === undefined ? '' : (readChannelSetting(columns.setting).proxy ?? '')],
  ] as const
  return addresses.flatMap(([field, address]) => {
    const url = URL.parse(address)
    return url ? [[field, url.hostname] as const] : []
  })
}

/** The fields whose meaning depends on the channel type. */
const byType = ['type', 'key', 'base_url', 'other'] as const

function hasKey(row: ChannelRow, secrets: SecretBox): boolean {
  try {
    return secrets.open(row.key_ciphertext, CHANNEL_KEY_CONTEXT) !== ''
  } catch {
    // A key that cannot be decrypted cannot leak either, but the form must not claim that it is still available.
    return true
  }
}

const plainTexts = [
  'openai_organization',
  'other',
  'test_model',
  'model_prefix',
] as const satisfies readonly (keyof ChannelInput & keyof ChannelRow)[]

/** Checks each field on its own; {@link completeByType} checks the combination. */
function toColumns(
  input: ChannelInput,
  secrets: SecretBox,
  before: ChannelRow | undefined,
): Partial<ChannelRow> {
  const columns: Partial<ChannelRow> = {}
  if (input.type !== undefined) columns.type = findChannelType(input.type).type
  if (input.name !== undefined) columns.name = input.name.trim()
  if (input.key !== undefined && input.key.trim() !== '')
    columns.key_ciphertext = secrets.seal(input.key.trim(), CHANNEL_KEY_CONTEXT)
  for (const field of plainTexts) if (input[field] !== undefined) columns[field] = input[field].trim()
  if (input.system_prompt !== undefined) columns.system_prompt = input.system_prompt
  if (input.tag !== undefined) columns.tag = input.tag.trim()
  if (input.max_input_tokens !== undefined) columns.max_input_tokens = input.max_input_tokens
  if (input.base_url !== undefined) columns.base_url = readBaseUrl(input.base_url)
  if (input.models !== undefined) columns.models = readModels(input.models)
  if (input.group !== undefined) columns.group_names = readGroups(input.group)
  if (input.auto_ban !== undefined) columns.auto_ban = input.auto_ban
  if (input.priority !== undefined) columns.priority = input.priority
  if (input.weight !== undefined) columns.weight = Math.max(0, input.weight)
  if (input.status !== undefined) columns.status = input.status
  if (input.setting !== undefined) Object.assign(columns, sealProxy(input.setting.trim(), secrets, before))
  return { ...columns, ...readJsonColumns(input) }
}

function readJsonColumns(input: ChannelInput): Partial<ChannelRow> {
  const checks = {
    model_mapping: readModelMapping,
    status_code_mapping: readStatusCodeMapping,
    param_override: readParamOverride,
  } as const
  const columns: Partial<ChannelRow> = {}
  for (const [field, check] of Object.entries(checks)) {
    const text = input[field as keyof typeof checks]?.trim()
    if (text === undefined) continue
    check(text)
    columns[field as keyof typeof checks] = text
  }
  return columns
}

/** @throws AppError `channel_models_required`, `channel_model_invalid` */
export function readModels(text: string): string {
  const models = splitList(text)
  if (models.length === 0) throw new AppError('channel_models_required', { field: 'models' })
  for (const model of models)
    if (Buffer.byteLength(model) > 255 || /\p{Cc}/u.test(model))
      throw new AppError('channel_model_invalid', { field: 'models', values: { model: model.slice(0, 50) } })
  return models.join(',')
}

/** @throws AppError `channel_groups_required` */
export function readGroups(text: string): string {
  const groups = splitList(text)
  if (groups.length === 0) throw new AppError('channel_groups_required', { field: 'group' })
  return groups.join(',')
}

/** @throws AppError `channel_base_url_invalid`: not an http URL, or a URL with a name and a password in it */
export function readBaseUrl(text: string): string {
  const trimmed = text.trim().replace(/\/+$/, '')
  if (trimmed === '') return ''
  const url = URL.parse(trimmed)
  if (
    !url ||
    !/^(http|ws)s?:$/.test(url.protocol) ||
    url.hostname === '' ||
    url.username !== '' ||
    url.password !== ''
  )
    throw new AppError('channel_base_url_invalid', { field: 'base_url' })
  return trimmed
}

/** Checks and completes a row by the rules of its type. @throws AppError with the invalid field */
function completeByType(row: Omit<ChannelRow, 'id'>, key = ''): Partial<ChannelRow> {
  if (row.models === '') throw new AppError('channel_models_required', { field: 'models' })
  const type = findChannelType(row.type)
  const other = row.other === '' ? type.defaultOther : row.other
  type.check({ base_url: row.base_url, other, key: key.trim() })
  return other === row.other ? {} : { other }
}

/** Returns the first key in a form, for calls before the form is saved. */
export const firstKey = (text: string, type: number): string => splitKeys(text, isMultiKeyType(type))[0] ?? ''
