import type { components } from '../../../../../openapi/types.gen.ts'

export type Channel = components['schemas']['Channel']
export type ChannelCreate = components['schemas']['ChannelCreate']
export type ChannelUpdate = components['schemas']['ChannelUpdate']

/** Form values of a channel. Numbers are strings, so that invalid input stays as typed. */
export interface ChannelValues {
  readonly type: number
  readonly name: string
  /** The new keys as typed; empty = keep the stored ones. */
  readonly key: string
  /** The field for new keys is open. */
  readonly isReplacingKey: boolean
  readonly baseUrl: string
  readonly other: string
  readonly openaiOrganization: string
  readonly models: readonly string[]
  /** A model name that was typed but not added yet. */
  readonly typedModel: string
  readonly groups: readonly string[]
  readonly priority: string
  readonly weight: string
  readonly tag: string
  readonly modelPrefix: string
  readonly testModel: string
  readonly maxInputTokens: string
  readonly autoBan: boolean
  readonly modelMapping: string
  readonly statusCodeMapping: string
  readonly systemPrompt: string
  readonly paramOverride: string
  readonly setting: string
}

export const newChannelValues: ChannelValues = {
  type: 1,
  name: '',
  key: '',
  isReplacingKey: true,
  baseUrl: '',
  other: '',
  openaiOrganization: '',
  models: [],
  typedModel: '',
  groups: ['default'],
  priority: '0',
  weight: '0',
  tag: '',
  modelPrefix: '',
  testModel: '',
  maxInputTokens: '0',
  autoBan: true,
  modelMapping: '',
  statusCodeMapping: '',
  systemPrompt: '',
  paramOverride: '',
  setting: '',
}

export const toChannelValues = (channel: Channel): ChannelValues => ({
  type: channel.type,
  name: channel.name,
  key: '',
  // A key that cannot be decrypted has to be entered again.
  isReplacingKey: channel.key_fingerprint === '',
  baseUrl: channel.base_url,
  other: channel.other,
  openaiOrganization: channel.openai_organization,
  models: splitNames(channel.models),
  typedModel: '',
  groups: splitNames(channel.group),
  priority: String(channel.priority),
  weight: String(channel.weight),
  tag: channel.tag,
  modelPrefix: channel.model_prefix,
  testModel: channel.test_model,
  maxInputTokens: String(channel.max_input_tokens),
  autoBan: channel.auto_ban === 1,
  modelMapping: channel.model_mapping,
  statusCodeMapping: channel.status_code_mapping,
  systemPrompt: channel.system_prompt,
  paramOverride: channel.param_override,
  setting: channel.setting,
})

/** Splits names at commas and line breaks and removes duplicates; a model name may contain spaces. */
export const splitNames = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,，\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
]

/** @returns undefined unless the text is a whole number; empty counts as 0 */
export const readWhole = (text: string): number | undefined => {
  const trimmed = text.trim()
  if (trimmed === '') return 0
  return /^[-+]?\d{1,10}$/.test(trimmed) ? Number(trimmed) : undefined
}

/** Returns the models of the form, including the one in the text field. */
export const modelsOf = ({ models, typedModel }: ChannelValues): readonly string[] => [
  ...new Set([...models, ...splitNames(typedModel)]),
]

/** Removes slashes at the end, as in stored addresses. */
export const cleanBaseUrl = (text: string): string => text.trim().replace(/\/+$/, '')

/** Requests add `/v1` themselves, so an address that ends in it is most often a mistake. */
export const endsInVersion = (text: string): boolean => /\/v1$/.test(cleanBaseUrl(text))

/** Converts all fields except the key. The values must be free of mistakes. */
const toFields = (values: ChannelValues) => ({
  type: values.type,
  name: values.name.trim(),
  base_url: cleanBaseUrl(values.baseUrl),
  other: values.other.trim(),
  openai_organization: values.openaiOrganization.trim(),
  models: modelsOf(values).join(','),
  group: values.groups.join(','),
  priority: readWhole(values.priority) ?? 0,
  weight: Math.max(0, readWhole(values.weight) ?? 0),
  tag: values.tag.trim(),
  model_prefix: values.modelPrefix.trim(),
  test_model: values.testModel.trim(),
  max_input_tokens: readWhole(values.maxInputTokens) ?? 0,
  auto_ban: values.autoBan ? (1 as const) : (0 as const),
  model_mapping: values.modelMapping.trim(),
  status_code_mapping: values.statusCodeMapping.trim(),
  system_prompt: values.systemPrompt,
  param_override: values.paramOverride.trim(),
  setting: values.setting.trim(),
})

const keyOf = (values: ChannelValues): { readonly key?: string } =>
  values.isReplacingKey && values.key.trim() !== '' ? { key: values.key.trim() } : {}

/** Returns the request body that creates a channel. */
export const toCreateBody = (values: ChannelValues) =>
  ({ ...toFields(values), ...keyOf(values) }) satisfies ChannelCreate

/**
 * Returns the request body with the fields that differ from what was loaded.
 * @returns undefined when there are none
 */
export function toUpdateBody(loaded: Channel, values: ChannelValues): ChannelUpdate | undefined {
  const before = toFields(toChannelValues(loaded)) as Record<string, unknown>
  const changed = Object.entries(toFields(values)).filter(([field, value]) => value !== before[field])
  const key = keyOf(values)
  if (changed.length === 0 && key.key === undefined) return undefined
  return { id: loaded.id, ...Object.fromEntries(changed), ...key }
}

/** Returns whether the stored key would be sent to another address, or in another way, than the stored channel does. */
export const isConnectionChanged = (loaded: Channel, values: ChannelValues): boolean =>
  loaded.type !== values.type ||
  loaded.base_url !== cleanBaseUrl(values.baseUrl) ||
  loaded.other !== values.other.trim()
