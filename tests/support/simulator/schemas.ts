import { camel, type Fields, fieldsOf, objectsIn } from './json-fields.ts'

const describesObject = (schema: Fields): boolean => schema.type === 'object' || 'properties' in schema

const isSchemaObject = (schema: Fields): boolean =>
  describesObject(schema) && (typeof schema.type === 'string' || typeof schema.properties === 'object')

/** Returns the fault that OpenAI's strict mode finds in a schema. */
export const strictSchemaFault = (schema: unknown): string | undefined => {
  for (const each of objectsIn(schema)) {
    if (!isSchemaObject(each)) continue
    if (each.additionalProperties !== false)
      return "'additionalProperties' is required to be supplied and to be false."
    const required = Array.isArray(each.required) ? each.required : []
    const missing = Object.keys(fieldsOf(each.properties)).find((name) => !required.includes(name))
    if (missing !== undefined)
      return `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
  }
  return undefined
}

/** Returns the fault that Anthropic's structured output finds in a schema. */
export const closedSchemaFault = (schema: unknown): string | undefined => {
  for (const each of objectsIn(schema))
    if (isSchemaObject(each) && each.additionalProperties !== false)
      return "For 'object' type, 'additionalProperties' must be explicitly set to false"
  return undefined
}

/** The keywords of Google's older schema dialect. */
const googleKeywords = new Set(
  'type format title description nullable enum items minItems maxItems properties required propertyOrdering minProperties maxProperties minimum maximum minLength maxLength pattern example anyOf default'.split(
    ' ',
  ),
)

/** Finds the first keyword that Google's older dialect does not support. */
export const unknownGoogleKeyword = (schema: unknown): string | undefined => {
  const fields = fieldsOf(schema)
  const unknown = Object.keys(fields).find((key) => !googleKeywords.has(camel(key)))
  if (unknown !== undefined) return unknown
  const { properties, items, anyOf = fields.any_of } = fields
  const inner = [...Object.values(fieldsOf(properties)), items, ...(Array.isArray(anyOf) ? anyOf : [])]
  return inner
    .filter((each) => each !== undefined)
    .map(unknownGoogleKeyword)
    .find((each) => each !== undefined)
}
