import { AppError } from '../../errors/app-error.ts'
import type { ValuesOf } from '../../errors/fill-in.ts'
import type { PhraseName, PlaceholderOf } from '../../errors/phrases/phrases.ts'
import { asArray, asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/**
 * Limits for one request, against cost amplification: a product of two of them is still an exact double, so that no
 * hold can be computed wrongly.
 */
export const REQUEST_BOUNDS = {
  choicesMax: 128,
  outputTokensMax: 2 ** 30,
  messagesMax: 10_000,
  toolsMax: 512,
  promptsMax: 2048,
  modelCharsMax: 256,
} as const

/** Creates the error for a field, from the phrase for the problem and the phrase's values other than the field. */
export function invalid<Name extends PhraseName>(
  field: string,
  phrase: Name,
  ...[values]: ValuesOf<Exclude<PlaceholderOf<Name>, 'field'>>
): AppError {
  return new AppError('invalid_request', { field, phrase, values: values ?? {} })
}

/** @throws AppError `invalid_request` when the model is missing, not text, or too long */
export function readModel(body: JsonObject, fallback?: string): string {
  const model = body.model ?? fallback
  if (typeof model !== 'string' || model === '') throw invalid('model', 'notProvided')
  if (model.length > REQUEST_BOUNDS.modelCharsMax)
    throw invalid('model', 'tooLong', { max: REQUEST_BOUNDS.modelCharsMax })
  return model
}

/** Returns an integer within limits; undefined if the field is absent or null. */
export function readInteger(body: JsonObject, field: string, min: number, max: number): number | undefined {
  const value = body[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw invalid(field, 'notInteger', { min, max })
  return value
}

export function readFlag(body: JsonObject, field: string): boolean {
  const value = body[field]
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw invalid(field, 'notBoolean')
  return value
}

/** Returns a list of objects with at most `max` elements; empty if absent or null. */
export function readObjects(body: JsonObject, field: string, max: number): JsonObject[] {
  const value = body[field]
  if (value === undefined || value === null) return []
  const list = asArray(value)
  if (!list) throw invalid(field, 'notArray')
  if (list.length > max) throw invalid(field, 'tooMany', { count: list.length, max })
  return list.map((each, index) => {
    const object = asObject(each)
    if (!object) throw invalid(`${field}[${index}]`, 'notObject')
    return object
  })
}

type FieldType = 'number' | 'string' | 'boolean' | 'object' | 'string-or-list' | 'string-or-object'

/** Types of fields that the gateway does not use, but that no upstream accepts in another type. Null is allowed. */
const FIELD_TYPES: readonly (readonly [string, FieldType])[] = Object.entries({
  temperature: 'number',
  top_p: 'number',
  presence_penalty: 'number',
  frequency_penalty: 'number',
  seed: 'number',
  stop: 'string-or-list',
  response_format: 'object',
  tool_choice: 'string-or-object',
  parallel_tool_calls: 'boolean',
  reasoning_effort: 'string',
  user: 'string',
  suffix: 'string',
} as const satisfies Record<string, FieldType>)

/** @throws AppError `invalid_request` naming the first field whose type is wrong */
export function checkFieldTypes(body: JsonObject): void {
  for (const [field, type] of FIELD_TYPES) {
    const value = body[field]
    if (value === undefined || value === null || isOfType(value, type)) continue
    throw invalid(field, OF_OTHER_TYPE[type])
  }
}

const OF_OTHER_TYPE = {
  number: 'notNumber',
  string: 'notString',
  boolean: 'notBoolean',
  object: 'notObject',
  'string-or-list': 'notStringOrStrings',
  'string-or-object': 'notStringOrObject',
} as const satisfies Record<FieldType, PhraseName>

function isOfType(value: JsonValue, type: FieldType): boolean {
  switch (type) {
    case 'number':
      // `1e999` is valid JSON and parses to infinity.
      return typeof value === 'number' && Number.isFinite(value)
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'object':
      return asObject(value) !== undefined
    case 'string-or-list':
      return typeof value === 'string' || (asArray(value)?.every((each) => typeof each === 'string') ?? false)
    case 'string-or-object':
      return typeof value === 'string' || asObject(value) !== undefined
  }
}

/** Reads `stream` and `stream_options`. */
export function readStreaming(body: JsonObject): {
  readonly isStream: boolean
  readonly wantsStreamUsage: boolean
} {
  const isStream = readFlag(body, 'stream')
  const options = body.stream_options
  if (options === undefined || options === null) return { isStream, wantsStreamUsage: false }
  const object = asObject(options)
  if (!object) throw invalid('stream_options', 'notObject')
  const { include_usage } = object
  if (include_usage !== undefined && include_usage !== null && typeof include_usage !== 'boolean')
    throw invalid('stream_options.include_usage', 'notBoolean')
  return { isStream, wantsStreamUsage: isStream && include_usage === true }
}
