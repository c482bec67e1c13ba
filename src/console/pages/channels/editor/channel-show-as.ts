import { managementCall, type ShownAs, shellWord, yamlText } from '../../../components/show-as.tsx'
import type { ChannelTypeEntry } from './channel-type-fields.ts'
import { type Channel, type ChannelValues, toCreateBody } from './channel-values.ts'

/** Replaces the key, which is never shown: it belongs neither in a shell's history nor in a manifest. */
const KEY_VARIABLE = 'UPSTREAM_KEY'
const KEY_MARK = '@@key@@'
/** Replaces the address of a proxy with a password. */
const PROXY_VARIABLE = 'UPSTREAM_PROXY'

/** Writes the form's values as a command, an API call and a manifest entry. */
export function channelShownAs(
  values: ChannelValues,
  loaded: Channel | undefined,
  type: ChannelTypeEntry | undefined,
  address: string,
): ShownAs {
  const { key, ...body } = toCreateBody(values)
  const hasKey = loaded === undefined || key !== undefined
  const sent = { ...(loaded && { id: loaded.id }), ...body, ...(hasKey && { key: KEY_MARK }) }
  const call = managementCall(loaded ? 'PUT' : 'POST', address, '/api/channel/', sent)
  return {
    command: channelCommand(body, hasKey, loaded, type),
    // Closes and reopens the single quotes, so that the shell expands the variable.
    call: call.replace(KEY_MARK, `'"$${KEY_VARIABLE}"'`),
    manifest: channelManifest(body, hasKey, type),
  }
}

type Body = Omit<ReturnType<typeof toCreateBody>, 'key'>

const slugOf = (body: Body, type: ChannelTypeEntry | undefined): string => type?.slug ?? String(body.type)

/** Command-line flags by the column that they set. */
const flags = {
  models: '--models',
  group: '--groups',
  base_url: '--base-url',
  priority: '--priority',
  weight: '--weight',
  tag: '--tag',
  model_prefix: '--prefix',
  test_model: '--test-model',
  model_mapping: '--model-mapping',
  status_code_mapping: '--status-code-mapping',
  param_override: '--param-override',
  setting: '--setting',
  system_prompt: '--system-prompt',
  other: '--other',
  openai_organization: '--organization',
  max_input_tokens: '--max-input-tokens',
} as const satisfies Partial<Record<keyof Body, string>>

const isUnset = (value: unknown): boolean => value === '' || value === 0

function channelCommand(
  body: Body,
  hasKey: boolean,
  loaded: Channel | undefined,
  type: ChannelTypeEntry | undefined,
): string {
  const name = body.name || 'NAME'
  const columns = Object.keys(flags) as (keyof typeof flags)[]
  const words = [
    loaded ? 'tollgate channel ensure' : 'tollgate channel create',
    `--type ${slugOf(body, type)}`,
    `--name ${shellWord(name)}`,
    ...(hasKey ? [`--key-env ${KEY_VARIABLE}`] : []),
    // Cleared fields must be listed: a flag that is absent leaves its field unchanged.
    ...columns
      .filter((column) => !isUnset(body[column]) || !isUnset(loaded?.[column] ?? ''))
      .map((column) => `${flags[column]} ${shellWord(String(body[column]))}`),
    ...(body.auto_ban === 0 || loaded?.auto_ban === 0
      ? [`--auto-ban ${body.auto_ban === 1 ? 'yes' : 'no'}`]
      : []),
  ]
  const isRenamed = loaded !== undefined && loaded.name !== name
  return [
    ...(isRenamed ? [`tollgate channel edit ${shellWord(loaded.name)} --name ${shellWord(name)}`] : []),
    words.join(' \\\n  '),
  ].join('\n')
}

/** Writes a text so that YAML reads it back as a string. JSON's quoting is valid YAML. */
const yamlList = (text: string): string => `[${text.split(',').filter(Boolean).map(yamlText).join(', ')}]`
/** Writes JSON as YAML, which includes it; invalid JSON is written as a string. */
const yamlTable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return JSON.stringify(text)
  }
}

function channelManifest(body: Body, hasKey: boolean, type: ChannelTypeEntry | undefined): string {
  const fields: readonly (readonly [name: string, text: string | undefined])[] = [
    ['type', slugOf(body, type)],
    ['keys', hasKey ? `{ env: ${KEY_VARIABLE} }` : undefined],
    ['baseUrl', textOf(body.base_url)],
    ['models', yamlList(body.models)],
    ['groups', yamlList(body.group)],
    ['priority', numberOf(body.priority)],
    ['weight', numberOf(body.weight)],
    ['tag', textOf(body.tag)],
    ['prefix', textOf(body.model_prefix)],
    ['testModel', textOf(body.test_model)],
    ['other', textOf(body.other)],
    ['organization', textOf(body.openai_organization)],
    ['maxInputTokens', numberOf(body.max_input_tokens)],
    ['autoBan', body.auto_ban === 0 ? 'false' : undefined],
    ['modelMapping', tableOf(body.model_mapping)],
    ['statusCodeMapping', tableOf(body.status_code_mapping)],
    ['paramOverride', tableOf(body.param_override)],
    ...settingFields(body.setting),
    ['systemPrompt', textOf(body.system_prompt)],
  ]
  return [
    'channels:',
    `  ${yamlText(body.name || 'NAME')}:`,
    ...fields.flatMap(([name, text]) => (text === undefined ? [] : [`    ${name}: ${text}`])),
  ].join('\n')
}

const textOf = (text: string) => (text === '' ? undefined : yamlText(text))
const numberOf = (value: number) => (value === 0 ? undefined : String(value))
const tableOf = (text: string) => (text === '' ? undefined : yamlTable(text))

/**
 * Writes a proxy; one with a password is replaced by a variable, because passwords never appear in a manifest and
 * stored ones are masked.
 */
const proxyText = (proxy: string) => (proxy.includes('@') ? `{ env: ${PROXY_VARIABLE} }` : yamlText(proxy))

/** Splits off the proxy, which has a separate field in manifests because it may contain a password. */
function settingFields(text: string): readonly (readonly [string, string])[] {
  if (text === '') return []
  try {
    const { proxy, ...rest } = JSON.parse(text) as { proxy?: string }
    return [
      ...(Object.keys(rest).length > 0 ? [['setting', JSON.stringify(rest)] as const] : []),
      ...(typeof proxy === 'string' && proxy !== '' ? [['proxy', proxyText(proxy)] as const] : []),
    ]
  } catch {
    return [['setting', JSON.stringify(text)]]
  }
}
