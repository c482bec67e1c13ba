import type { ChannelSetting } from '../channel-types/types.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'

/**
 * Splits a list at commas and line feeds. Parts are trimmed, empty ones dropped, duplicates removed; the order is kept.
 */
export function splitList(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map((each) => each.trim()))].filter((each) => each !== '')
}

/** Splits the keys of one channel at commas and lines, unless its type has keys that may contain commas themselves. */
export function splitKeys(text: string, isMultiKey: boolean): string[] {
  return isMultiKey ? splitList(text) : [text.trim()].filter((each) => each !== '')
}

const FINGERPRINT_LENGTH = 16

/**
 * Returns a fingerprint that changes when the keys change, however they are separated, and reveals nothing about them.
 */
export const channelKeyFingerprint = (text: string, isMultiKey: boolean, secrets: SecretBox): string =>
  secretFingerprint(`channel:${splitKeys(text, isMultiKey).join('\n')}`, secrets)

/**
 * Returns a fingerprint of a secret.
 * @param text the secret prefixed with its kind, so that equal secrets of two kinds differ
 */
export const secretFingerprint = (text: string, secrets: SecretBox): string =>
  secrets.fingerprint(text).slice(0, FINGERPRINT_LENGTH)

/** Keys that would change a prototype if the object were merged. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads one JSON column. Empty text is the empty object.
 *
 * @throws AppError `invalid_json_text` if it is not a JSON object, `json_key_forbidden` for a key at any depth that
 * could change a prototype; both name the column
 */
export function readObjectColumn(field: string, text: string): JsonObject {
  if (text.trim() === '') return {}
  let parsed: JsonValue
  try {
    parsed = JSON.parse(text, (key, value: JsonValue) => {
      if (FORBIDDEN_KEYS.has(key)) throw new AppError('json_key_forbidden', { field, values: { field, key } })
      return value
    }) as JsonValue
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_json_text', { cause, field, values: { field } })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new AppError('invalid_json_text', { field, values: { field } })
  return parsed
}

/**
 * Maps requested names to upstream names and follows chains to their end. A name mapped to itself ends its chain.
 *
 * @throws AppError like {@link readObjectColumn}; `model_mapping_invalid` for a target that is not a name;
 * `model_mapping_cycle` for a chain without an end
 */
export function readModelMapping(text: string): ReadonlyMap<string, string> {
  const field = 'model_mapping'
  const direct = new Map<string, string>()
  for (const [from, to] of Object.entries(readObjectColumn(field, text))) {
    if (typeof to !== 'string' || to.trim() === '' || from.trim() === '')
      throw new AppError('model_mapping_invalid', { field, values: { model: from } })
    direct.set(from, to.trim())
  }
  return new Map([...direct.keys()].map((from) => [from, followChain(direct, from)]))
}

function followChain(direct: ReadonlyMap<string, string>, from: string): string {
  const seen = new Set([from])
  let name = from
  for (let next = direct.get(name); next !== undefined && next !== name; next = direct.get(name)) {
    if (seen.has(next))
      throw new AppError('model_mapping_cycle', { field: 'model_mapping', values: { model: from } })
    seen.add(next)
    name = next
  }
  return name
}

/**
 * Maps an upstream status to the status that the client and the retry rules see; both are failures (400 to 599).
 *
 * @throws AppError like {@link readObjectColumn}; `status_code_mapping_invalid` naming the entry
 */
export function readStatusCodeMapping(text: string): ReadonlyMap<number, number> {
  const field = 'status_code_mapping'
  const mapping = new Map<number, number>()
  for (const [from, to] of Object.entries(readObjectColumn(field, text))) {
    const target = typeof to === 'number' ? String(to) : to
    if (!isFailureStatus(from) || typeof target !== 'string' || !isFailureStatus(target))
      throw new AppError('status_code_mapping_invalid', { field, values: { entry: from } })
    mapping.set(Number(from), Number(target))
  }
  return mapping
}

const isFailureStatus = (text: string): boolean => /^[45]\d\d$/.test(text)

/** Reads `param_override`; undefined if it is empty. @throws AppError like {@link readObjectColumn} */
export function readParamOverride(text: string): JsonObject | undefined {
  const override = readObjectColumn('param_override', text)
  return Object.keys(override).length === 0 ? undefined : override
}

/** The documented timeouts of `setting`, in seconds. */
const TIMEOUTS = {
  first_byte_timeout: 'firstByteTimeoutSeconds',
  idle_timeout: 'idleTimeoutSeconds',
} as const satisfies Record<string, keyof ChannelSetting>
const TIMEOUT_SECONDS_MAX = 3600

/** The documented switches of `setting`: stored name and name in {@link ChannelSetting}. */
const SWITCHES = {
  force_format: 'forceFormat',
  thinking_to_content: 'thinkingToContent',
  system_role_to_user: 'systemRoleToUser',
  pass_through_body_enabled: 'passThroughBodyEnabled',
  no_connection_reuse: 'noConnectionReuse',
  refuse_lossy_translation: 'refuseLossyTranslation',
} as const satisfies Record<string, keyof ChannelSetting>

/**
 * Reads `setting`. An unknown key would silently have no effect, so it is refused by name.
 *
 * @throws AppError like {@link readObjectColumn}; `channel_setting_unknown` or `channel_setting_invalid` naming the key
 */
export function readChannelSetting(text: string): ChannelSetting {
  const field = 'setting'
  const setting: { -readonly [Key in keyof ChannelSetting]: ChannelSetting[Key] } = {}
  for (const [key, value] of Object.entries(readObjectColumn(field, text))) {
    const invalid = () => new AppError('channel_setting_invalid', { field, values: { key } })
    if (Object.hasOwn(SWITCHES, key)) {
      if (typeof value !== 'boolean') throw invalid()
      setting[SWITCHES[key as keyof typeof SWITCHES]] = value
    } else if (Object.hasOwn(TIMEOUTS, key)) {
      if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > TIMEOUT_SECONDS_MAX)
        throw invalid()
      setting[TIMEOUTS[key as keyof typeof TIMEOUTS]] = Number(value)
    } else if (key === 'speaks') {
      if (value !== 'auto' && value !== 'chat' && value !== 'responses') throw invalid()
      if (value !== 'auto') setting.speaks = value
    } else if (key === 'proxy') {
      if (typeof value !== 'string' || !isProxyAddress(value)) throw invalid()
      if (value !== '') setting.proxy = value
    } else if (key === 'stream_support') {
      if (value !== 'NON_STREAM_ONLY' && value !== '') throw invalid()
      if (value !== '') setting.streamSupport = value
    } else throw new AppError('channel_setting_unknown', { field, values: { key } })
  }
  return setting
}

function isProxyAddress(text: string): boolean {
  if (text === '') return true
  const url = URL.parse(text)
  return url !== null && /^(https?|socks5):$/.test(url.protocol) && url.hostname !== ''
}
