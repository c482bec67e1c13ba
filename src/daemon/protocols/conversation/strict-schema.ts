import { asArray, asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../json-value.ts'
import type { AnswerFormat } from './types.ts'

/**
 * Keywords that OpenAI rejects in strict schemas.
 * @see https://platform.openai.com/docs/guides/structured-outputs (read 2026-11-29)
 */
const REFUSED: readonly string[] = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
]

const FORMATS: ReadonlySet<JsonValue | undefined> = new Set([
  undefined,
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
])

/**
 * Whether OpenAI accepts a schema as strict: every object must list all its properties as required and allow no others.
 * Other vendors of this format have the same rules. Anthropic and Google also enforce schemas with optional properties.
 */
export const isStrictSchema = (schema: JsonObject): boolean =>
  schema.type === 'object' && schema.anyOf === undefined && isStrict(schema)

/** Returns the answer format for clients whose own vendor enforces the schema. */
export const heldTo = (schema: JsonObject): AnswerFormat => ({
  kind: 'schema',
  schema,
  ...(isStrictSchema(schema) && { isStrict: true }),
})

function isStrict(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict)
  const object = asObject(schema)
  if (!object) return true
  if (REFUSED.some((name) => object[name] !== undefined) || !FORMATS.has(object.format)) return false
  const properties = asObject(object.properties)
  if (properties || object.type === 'object' || asArray(object.type)?.includes('object')) {
    if (object.additionalProperties !== false) return false
    const required = new Set(asArray(object.required) ?? [])
    if (!Object.keys(properties ?? {}).every((name) => required.has(name))) return false
  }
  const named = [properties, asObject(object.$defs), asObject(object.definitions)]
  const inner = named.flatMap((each) => Object.values(each ?? {}))
  return [...inner, object.items, object.anyOf].every((each) => each === undefined || isStrict(each))
}
