import { findJsonProblem } from '../../../components/ui/json-problem.ts'
import { type ChannelTypeEntry, fieldsOf, VERTEX_AI } from './channel-type-fields.ts'
import { type Channel, type ChannelValues, modelsOf, readWhole } from './channel-values.ts'

/** Why a value is refused: the key of a phrase under `mistake`. */
export type Mistake =
  | 'nameAndKeyRequired'
  | 'nameRequired'
  | 'keyRequired'
  | 'modelsRequired'
  | 'groupsRequired'
  | 'fieldRequired'
  | 'jsonInvalid'
  | 'jsonNoObject'
  | 'regionDefault'
  | 'wholeNumber'
  | 'negative'

export type ChannelMistakes = Partial<Record<keyof ChannelValues, Mistake>>

/** The tabs of the form and their fields, in display order. */
export const tabFields = {
  basics: ['type', 'name', 'key', 'baseUrl', 'other', 'openaiOrganization', 'models', 'groups'],
  routing: ['priority', 'weight', 'tag', 'modelPrefix', 'testModel', 'maxInputTokens', 'autoBan'],
  requests: ['modelMapping', 'statusCodeMapping', 'systemPrompt', 'paramOverride', 'setting'],
} as const satisfies Readonly<Record<string, readonly (keyof ChannelValues)[]>>

export type FormTab = keyof typeof tabFields

/** Form field for each of the daemon's columns. */
export const fieldOfColumn: Readonly<Record<string, keyof ChannelValues>> = {
  type: 'type',
  name: 'name',
  key: 'key',
  base_url: 'baseUrl',
  other: 'other',
  openai_organization: 'openaiOrganization',
  models: 'models',
  group: 'groups',
  priority: 'priority',
  weight: 'weight',
  tag: 'tag',
  model_prefix: 'modelPrefix',
  test_model: 'testModel',
  max_input_tokens: 'maxInputTokens',
  auto_ban: 'autoBan',
  model_mapping: 'modelMapping',
  status_code_mapping: 'statusCodeMapping',
  system_prompt: 'systemPrompt',
  param_override: 'paramOverride',
  setting: 'setting',
}

export const tabOf = (field: keyof ChannelValues): FormTab =>
  (Object.keys(tabFields) as FormTab[]).find((tab) =>
    (tabFields[tab] as readonly string[]).includes(field),
  ) ?? 'basics'

/**
 * Finds all mistakes in the values, by field.
 * @param loaded undefined for a new channel
 */
export function findChannelMistakes(
  values: ChannelValues,
  type: ChannelTypeEntry | undefined,
  loaded: Channel | undefined,
): ChannelMistakes {
  const fields = fieldsOf(type)
  const mistakes: { -readonly [Field in keyof ChannelMistakes]: Mistake } = {}
  if (values.key.trim() === '' && loaded === undefined && fields.key.optional !== true)
    mistakes.key = 'keyRequired'
  if (values.name.trim() === '')
    mistakes.name = mistakes.key === undefined ? 'nameRequired' : 'nameAndKeyRequired'
  if (fields.baseUrl.required && values.baseUrl.trim() === '') mistakes.baseUrl = 'fieldRequired'
  const other = findOtherMistake(values, fields.other?.required === true)
  if (other) mistakes.other = other
  if (modelsOf(values).length === 0) mistakes.models = 'modelsRequired'
  if (values.groups.length === 0) mistakes.groups = 'groupsRequired'
  for (const field of ['priority', 'weight', 'maxInputTokens'] as const)
    if (readWhole(values[field]) === undefined) mistakes[field] = 'wholeNumber'
  if ((readWhole(values.maxInputTokens) ?? 0) < 0) mistakes.maxInputTokens = 'negative'
  for (const field of ['modelMapping', 'statusCodeMapping', 'paramOverride', 'setting'] as const) {
    const mistake = findTableMistake(values[field])
    if (mistake) mistakes[field] = mistake
  }
  return mistakes
}

/** Returns the first field with a mistake, in the order of the form. */
export const firstMistake = (mistakes: ChannelMistakes): keyof ChannelValues | undefined =>
  Object.values(tabFields)
    .flat()
    .find((field) => mistakes[field] !== undefined)

function findTableMistake(text: string): Mistake | undefined {
  if (text.trim() === '') return undefined
  if (findJsonProblem(text)) return 'jsonInvalid'
  const parsed: unknown = JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? undefined : 'jsonNoObject'
}

/** Checks a region: plain text, or a table that contains a `default`. */
function findOtherMistake(values: ChannelValues, isRequired: boolean): Mistake | undefined {
  const text = values.other.trim()
  if (text === '') return isRequired ? 'fieldRequired' : undefined
  if (values.type !== VERTEX_AI || !text.startsWith('{')) return undefined
  return (
    findTableMistake(text) ??
    ('default' in (JSON.parse(text) as Record<string, unknown>) ? undefined : 'regionDefault')
  )
}
