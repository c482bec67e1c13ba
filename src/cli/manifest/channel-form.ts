import type { BodyOf, DataOf } from '../client/contract-types.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Plain } from './manifest.ts'

export type Channel = DataOf<'/api/channel/{id}', 'get'>
export type ChannelType = DataOf<'/api/channel/types', 'get'>[number]
type ChannelFields = Partial<Omit<BodyOf<'/api/channel/', 'post'>, 'name' | 'key'>>

type Values = Readonly<Record<string, Plain>>

const split = (text: string): string[] => text.split(',').filter((each) => each !== '')
const json = (text: string): string => {
  const canonical = canonicalJson(text || '{}') ?? text
  return canonical === '{}' ? '' : canonical
}

/** Fields whose values are the same in files and in the contract: name in files, name in the contract. */
const plainFields = {
  priority: 'priority',
  weight: 'weight',
  tag: 'tag',
  baseUrl: 'base_url',
  prefix: 'model_prefix',
  testModel: 'test_model',
  systemPrompt: 'system_prompt',
  other: 'other',
  organization: 'openai_organization',
  maxInputTokens: 'max_input_tokens',
} as const satisfies Readonly<Record<string, keyof ChannelFields>>

const jsonFields = {
  modelMapping: 'model_mapping',
  statusCodeMapping: 'status_code_mapping',
  paramOverride: 'param_override',
} as const satisfies Readonly<Record<string, keyof ChannelFields>>

/**
 * Returns a channel as files describe it. An automatically disabled channel counts as enabled, because that status is
 * about its health.
 */
export function channelValues(channel: Channel, types: readonly ChannelType[]): Record<string, Plain> {
  const plain = Object.entries(plainFields).map(([field, column]): [string, Plain] => [
    field,
    channel[column],
  ])
  const tables = Object.entries(jsonFields).map(([field, column]): [string, Plain] => [
    field,
    json(channel[column]),
  ])
  const { setting, proxy } = splitSetting(channel.setting)
  return {
    type: types.find(({ type }) => type === channel.type)?.slug ?? String(channel.type),
    models: split(channel.models),
    groups: split(channel.group),
    status: channel.status === 2 ? 'disabled' : 'enabled',
    autoBan: channel.auto_ban === 1,
    ...Object.fromEntries(plain),
    ...Object.fromEntries(tables),
    setting,
    proxy,
  }
}

/**
 * Converts values of files to the form of the contract. @param present the current setting, for keys not in the files
 */
export function channelBody(values: Values, types: readonly ChannelType[], present = ''): ChannelFields {
  const body: Record<string, unknown> = {}
  for (const [field, column] of Object.entries({ ...plainFields, ...jsonFields }))
    if (values[field] !== undefined) body[column] = values[field]
  const { type, models, groups, status, autoBan } = values
  if (type !== undefined) body.type = types.find(({ slug }) => slug === type)?.type ?? Number(type)
  if (Array.isArray(models)) body.models = models.join(',')
  if (Array.isArray(groups)) body.group = groups.join(',')
  if (status !== undefined) body.status = status === 'disabled' ? 2 : 1
  if (autoBan !== undefined) body.auto_ban = autoBan ? 1 : 0
  if (values.setting !== undefined || values.proxy !== undefined) {
    const before = splitSetting(present)
    body.setting = joinSetting(String(values.setting ?? before.setting), String(values.proxy ?? before.proxy))
  }
  return body as ChannelFields
}

/** Separates the proxy, which may contain a password, from the rest of the setting. */
function splitSetting(text: string): { readonly setting: string; readonly proxy: string } {
  const whole = json(text)
  if (whole === '') return { setting: '', proxy: '' }
  const parsed: unknown = JSON.parse(whole)
  if (typeof parsed !== 'object' || parsed === null || !('proxy' in parsed))
    return { setting: whole, proxy: '' }
  const { proxy, ...rest } = parsed
  return { setting: json(JSON.stringify(rest)), proxy: typeof proxy === 'string' ? proxy : '' }
}

function joinSetting(setting: string, proxy: string): string {
  const parsed = JSON.parse(setting || '{}') as Record<string, unknown>
  if (proxy === '') return setting
  return json(JSON.stringify({ ...parsed, proxy }))
}

/** Whether a proxy address contains a password and must not be shown. */
export function hasPassword(address: string): boolean {
  const url = URL.parse(address)
  return url === null ? address.includes('@') : url.username !== '' || url.password !== ''
}
