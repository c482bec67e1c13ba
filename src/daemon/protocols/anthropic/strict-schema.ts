import { asArray, asObject, isObject } from '../json-access.ts'
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

/**
 * Members that the API accepts. It refuses all others, so these move to the description, where the model reads them.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs ("JSON Schema limitations"), and
 * `transformJSONSchema` of Anthropic's SDK 1.15
 */
const ACCEPTED: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'default', 'title', 'description', 'required'],
  ...['properties', 'items', 'anyOf', 'allOf', 'oneOf', '$ref', '$defs', 'definitions'],
])

/** Members whose values are schemas by name, and members whose values are lists of schemas. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions'])
const LISTED: ReadonlySet<string> = new Set(['anyOf', 'allOf', 'oneOf'])

/** The author's notes and the document's own URL, which do not constrain values. */
const NOTES: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'examples', 'additionalProperties'])

/** Maximum depth of a schema: real schemas are shallower, and a loop of references looks like a deeper one. */
const DEPTH_MAX = 64

/**
 * Converts a JSON Schema to the form that `output_config.format` and strict tools accept (`protocols.md` C.6): objects
 * are closed, constraints move to descriptions, `oneOf` becomes `anyOf`.
 *
 * @returns undefined if that is impossible: the schema refers to itself, or an object's members are not named
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
    if (!isAccepted(name, value)) {
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

/** Values of `enum` must be plain, and the least number of items can only be 0 or 1. */
const isAccepted = (name: string, value: JsonValue): boolean =>
  (ACCEPTED.has(name) &&
    !(name === 'enum' && asArray(value)?.some((each) => typeof each === 'object' && each !== null))) ||
  (name === 'format' && FORMATS.has(value)) ||
  (name === 'minItems' && (value === 0 || value === 1))

/** @returns undefined when the member contains a schema that cannot be converted */
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

/** Whether an object is meant to have unnamed members. Closing it would exclude them. */
function isOpenMap(schema: JsonObject): boolean {
  if (!isObjectSchema(schema)) return false
  if (isObject(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0)
    return true
  const hasMembers = Object.keys(asObject(schema.properties) ?? {}).length > 0
  return !hasMembers && schema.additionalProperties !== false && schema.$ref === undefined
}

/** A pending step: examine a value, or note that everything below the target of a reference has been examined. */
type Step = { readonly lookInto: JsonValue } | { readonly isDone: JsonValue }

/**
 * Follows `$ref` within the document. A reference to another document cannot be checked and counts as circular. Uses an
 * explicit list of pending steps, because a chain of references may be too long for recursion.
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
