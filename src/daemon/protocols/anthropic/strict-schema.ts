import { asObject, isObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

const FORMATS: ReadonlySet<JsonValue | undefined> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
])

/** Limits that the API does not enforce: the model is told of them in the description. */
const LIMITS: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'contains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'patternProperties',
  'not',
  'if',
  'then',
  'else',
])

/** Members whose values are schemas by name, a list of schemas, and one schema. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions'])
const LISTED: ReadonlySet<string> = new Set(['anyOf', 'allOf', 'oneOf'])

/** Notes of the author and the document's own address, which say nothing about values. */
const NOTES: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'examples', 'additionalProperties'])

/** Deeper schemas are given up on: no real one is, and a loop of references looks like one. */
const DEPTH_MAX = 64

/**
 * A JSON Schema as `output_config.format` and strict tools take it (`protocols.md` C.6): objects are closed, limits move
 * into descriptions, `oneOf` becomes `anyOf`.
 *
 * @returns undefined when it cannot be put so: it refers to itself, or an object's members are not named
 */
export function toAnthropicSchema(schema: JsonObject): JsonObject | undefined {
  return refersToItself(schema) ? undefined : asObject(convert(schema, 0))
}

function convert(schema: JsonValue, depth: number): JsonValue | undefined {
  if (!isObject(schema)) return undefined
  if (depth > DEPTH_MAX || isOpenMap(schema)) return undefined
  const result: JsonObject = {}
  const limits: string[] = []
  for (const [name, value] of Object.entries(schema)) {
    if (NOTES.has(name)) continue
    if (LIMITS.has(name) || (name === 'format' && !FORMATS.has(value))) {
      limits.push(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      continue
    }
    const converted = convertMember(name, value, depth + 1)
    if (converted === undefined) return undefined
    const target = name === 'oneOf' ? 'anyOf' : name
    result[target] = converted
  }
  if (isObjectSchema(schema)) result.additionalProperties = false
  if (limits.length > 0) {
    const said = typeof schema.description === 'string' ? `${schema.description} ` : ''
    result.description = `${said}(${limits.join(', ')})`
  }
  return result
}

/** @returns undefined when the member holds a schema that cannot be converted */
function convertMember(name: string, value: JsonValue, depth: number): JsonValue | undefined {
  if (name === 'items') return convert(value, depth)
  if (LISTED.has(name) && Array.isArray(value)) {
    const list = value.map((each) => convert(each, depth))
    return list.includes(undefined) ? undefined : list.filter((each) => each !== undefined)
  }
  if (!NAMED.has(name) || !isObject(value)) return value
  const result: JsonObject = {}
  for (const [key, each] of Object.entries(value)) {
    const converted = convert(each, depth)
    if (converted === undefined) return undefined
    result[key] = converted
  }
  return result
}

const isObjectSchema = (schema: JsonObject): boolean =>
  schema.type === 'object' ||
  (Array.isArray(schema.type) && schema.type.includes('object')) ||
  isObject(schema.properties)

/** Closing an object without named members would leave only `{}`. */
function isOpenMap(schema: JsonObject): boolean {
  if (!isObjectSchema(schema)) return false
  if (isObject(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0)
    return true
  const hasMembers = Object.keys(asObject(schema.properties) ?? {}).length > 0
  return !hasMembers && schema.additionalProperties !== false && schema.$ref === undefined
}

/** What is left to do: look into a value, or note that everything below the target of a reference was looked at. */
type Step = { readonly lookInto: JsonValue } | { readonly isDone: JsonValue }

/**
 * Follows `$ref` within the document; a reference to anything else cannot be judged and counts as one. Keeps a list of what
 * is left to do, because a chain of references may be longer than the stack has room for.
 */
function refersToItself(root: JsonObject): boolean {
  const open = new Set<JsonValue>([root])
  const done = new Set<JsonValue>()
  const steps: Step[] = [{ lookInto: root }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('isDone' in step) {
      open.delete(step.isDone)
      done.add(step.isDone)
      continue
    }
    const { lookInto: value } = step
    if (typeof value !== 'object' || value === null) continue
    for (const each of Object.values(value)) steps.push({ lookInto: each })
    if (!isObject(value) || typeof value.$ref !== 'string') continue
    const target = resolve(root, value.$ref)
    if (target === undefined || open.has(target)) return true
    if (done.has(target)) continue
    open.add(target)
    steps.push({ isDone: target }, { lookInto: target })
  }
  return false
}

function resolve(root: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#/')) return undefined
  let at: JsonValue | undefined = root
  for (const step of reference.slice(2).split('/')) {
    const object = asObject(at)
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    at = object && Object.hasOwn(object, name) ? object[name] : undefined
  }
  return at
}
