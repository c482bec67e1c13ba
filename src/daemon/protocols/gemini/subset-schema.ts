import { asArray, asObject, asText } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { toCamelCase } from './members.ts'

/** 64-bit integers, which proto JSON writes as text. */
const COUNTS: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
])

/**
 * Converts Google's own schema form (`parameters`, `responseSchema`) to JSON Schema, the reverse of `toSchemaSubset`.
 */
export function fromSchemaSubset(subset: JsonObject): JsonObject {
  const schema: JsonObject = {}
  for (const [spelled, value] of Object.entries(subset)) {
    const key = toCamelCase(spelled)
    if (value === null || key === 'propertyOrdering' || key === 'nullable') continue
    if (key === 'example') schema.examples = [value]
    else if (COUNTS.has(key)) schema[key] = Number(value)
    else schema[key] = convertMember(key, value)
  }
  return subset.nullable === true ? orNull(schema) : schema
}

function convertMember(key: string, value: JsonValue): JsonValue {
  const object = asObject(value)
  if (key === 'type') return asText(value)?.toLowerCase() ?? value
  if (key === 'items' && object) return fromSchemaSubset(object)
  if (key === 'anyOf') return (asArray(value) ?? []).map((each) => fromSchemaSubset(asObject(each) ?? {}))
  // The keys of this object are property names.
  if (key === 'properties' && object)
    return Object.fromEntries(
      Object.entries(object).map(([name, each]) => [name, fromSchemaSubset(asObject(each) ?? {})]),
    )
  return value
}

function orNull(schema: JsonObject): JsonObject {
  const { type, anyOf } = schema
  if (typeof type === 'string') {
    const values = asArray(schema.enum)
    return { ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) }
  }
  return asArray(anyOf) ? { ...schema, anyOf: [...(asArray(anyOf) ?? []), { type: 'null' }] } : schema
}
