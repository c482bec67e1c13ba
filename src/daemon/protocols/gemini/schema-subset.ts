import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** A schema in Google's own form. It may contain only the names below; the API rejects all others. */
export interface SubsetSchema {
  readonly schema: JsonObject
  /** Whether something could not be expressed, so that the answer may be less restricted than requested. */
  readonly isLossy: boolean
}

/** Members that are copied unchanged. */
const PLAIN = [
  'title',
  'description',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'default',
] as const

/** Members that do not restrict the value, or that Google assumes anyway. */
const MEANINGLESS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'additionalProperties',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
])

const READ: ReadonlySet<string> = new Set([
  ...PLAIN,
  'type',
  'format',
  'nullable',
  'enum',
  'const',
  'items',
  'properties',
  'required',
  'propertyOrdering',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
])

/** Accepted formats; others are rejected. @see https://ai.google.dev/api/caching#Schema */
const FORMATS: ReadonlySet<string> = new Set(['enum', 'date-time', 'float', 'double', 'int32', 'int64'])

/** Recursive schemas cannot be expressed without references, so they are unrolled to this depth. */
const DEPTH_MAX = 16

/** Inlined references can multiply, so a schema that would exceed this size is cut off. */
const NODES_MAX = 2000

interface Scope {
  readonly root: JsonObject
  nodes: number
  isLossy: boolean
}

/**
 * Converts a JSON Schema to the subset that `parameters` and `responseSchema` accept: references are inlined, `oneOf`
 * becomes `anyOf`, `allOf` is merged, constants become enums, and a null among the types becomes `nullable`.
 */
export function toSchemaSubset(schema: JsonObject): SubsetSchema {
  const scope: Scope = { root: schema, nodes: 0, isLossy: false }
  return { schema: convert(schema, scope, 0), isLossy: scope.isLossy }
}

function convert(value: JsonValue | undefined, scope: Scope, depth: number): JsonObject {
  const stated = asObject(value)
  scope.nodes += 1
  if (!stated || depth > DEPTH_MAX || scope.nodes > NODES_MAX) {
    scope.isLossy = true
    return { type: 'STRING' }
  }
  const schema = flatten(resolve(stated, scope), scope)
  const subset: JsonObject = {}
  for (const key of PLAIN) if (schema[key] !== undefined && schema[key] !== null) subset[key] = schema[key]
  for (const key of Object.keys(schema)) if (!READ.has(key) && !MEANINGLESS.has(key)) scope.isLossy = true
  Object.assign(subset, convertType(schema, scope, depth))
  const format = asText(schema.format)
  if (format !== undefined && FORMATS.has(format)) subset.format = format
  Object.assign(subset, convertEnum(schema, scope), convertProperties(schema, scope, depth))
  const items = asObject(schema.items)
  if (items) subset.items = convert(items, scope, depth + 1)
  // The items of a list must be described.
  else if (subset.type === 'ARRAY') subset.items = { type: 'STRING' }
  return subset
}

function resolve(schema: JsonObject, scope: Scope): JsonObject {
  let current = schema
  for (let hops = 0; typeof current.$ref === 'string' && hops < DEPTH_MAX; hops += 1) {
    const { $ref, ...beside } = current
    const target = lookUp(String($ref), scope.root)
    if (!target) scope.isLossy = true
    current = { ...target, ...beside }
  }
  return current
}

/** Looks up a reference such as `#/$defs/name` within the same document; nothing is fetched. */
function lookUp(reference: string, root: JsonObject): JsonObject | undefined {
  if (!reference.startsWith('#')) return undefined
  let found: JsonValue | undefined = root
  for (const step of reference.slice(1).split('/').filter(Boolean)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const object: JsonObject | undefined = asObject(found)
    found = object && Object.hasOwn(object, key) ? object[key] : undefined
  }
  return asObject(found)
}

/** Merges several schemas that apply at once: members of objects are combined, of other values the last one counts. */
function flatten(schema: JsonObject, scope: Scope): JsonObject {
  const parts = objectsOf(schema.allOf)
  if (parts.length === 0) return schema
  const { allOf: _parts, ...base } = schema
  let merged: JsonObject = base
  for (const part of parts.slice(0, DEPTH_MAX)) {
    const resolved = flattenOnce(resolve(part, scope), scope)
    merged = {
      ...merged,
      ...resolved,
      ...joined('properties', merged, resolved),
      ...joinedLists('required', merged, resolved),
    }
  }
  return merged
}

/** Drops `allOf` inside `allOf`. Schema generators write one level; deeper constraints are lost. */
function flattenOnce(schema: JsonObject, scope: Scope): JsonObject {
  if (schema.allOf === undefined) return schema
  scope.isLossy = true
  const { allOf: _inner, ...rest } = schema
  return rest
}

function joined(key: string, one: JsonObject, other: JsonObject): JsonObject {
  const [first, second] = [asObject(one[key]), asObject(other[key])]
  return first && second ? { [key]: { ...first, ...second } } : {}
}

function joinedLists(key: string, one: JsonObject, other: JsonObject): JsonObject {
  const [first, second] = [asArray(one[key]), asArray(other[key])]
  return first && second ? { [key]: [...new Set([...first, ...second])] } : {}
}

function convertType(schema: JsonObject, scope: Scope, depth: number): JsonObject {
  const types = (asArray(schema.type) ?? [schema.type]).filter(
    (each): each is string => typeof each === 'string',
  )
  const named = types.filter((each) => each.toLowerCase() !== 'null')
  const choices = [...objectsOf(schema.anyOf), ...objectsOf(schema.oneOf)]
  const real = choices.filter((each) => !isNull(each))
  const isNullable = schema.nullable === true || types.length > named.length || choices.length > real.length
  const nullable: JsonObject = isNullable ? { nullable: true } : {}
  if (real.length > 0) return { ...nullable, anyOf: real.map((each) => convert(each, scope, depth + 1)) }
  const [only] = named
  if (named.length > 1)
    return { ...nullable, anyOf: named.map((type) => convert({ ...typed(schema, type) }, scope, depth + 1)) }
  const type = only?.toUpperCase() ?? impliedType(schema)
  return type ? { ...nullable, type } : nullable
}

const isNull = (schema: JsonObject): boolean =>
  typeof schema.type === 'string' && schema.type.toLowerCase() === 'null'

/** Returns one of several types with the members that belong to it. */
function typed(schema: JsonObject, type: string): JsonObject {
  if (type === 'array') return { type, ...(asObject(schema.items) && { items: schema.items ?? {} }) }
  return { type }
}

function impliedType(schema: JsonObject): string | undefined {
  if (asObject(schema.properties)) return 'OBJECT'
  if (schema.items !== undefined) return 'ARRAY'
  return schema.enum !== undefined || schema.const !== undefined ? 'STRING' : undefined
}

/** Converts an enum, which may only contain texts. */
function convertEnum(schema: JsonObject, scope: Scope): JsonObject {
  const values = asArray(schema.enum) ?? (schema.const === undefined ? [] : [schema.const])
  const texts = values.filter((each): each is string => typeof each === 'string')
  if (texts.length < values.filter((each) => each !== null).length) scope.isLossy = true
  const isText =
    schema.type === undefined || asText(schema.type)?.toLowerCase() === 'string' || asArray(schema.type)
  return texts.length > 0 && isText ? { enum: texts } : {}
}

function convertProperties(schema: JsonObject, scope: Scope, depth: number): JsonObject {
  const properties = asObject(schema.properties)
  if (!properties || Object.keys(properties).length === 0) return {}
  const names = Object.keys(properties)
  const listed = (key: string) =>
    (asArray(schema[key]) ?? []).filter((each) => Object.hasOwn(properties, String(each)))
  const required = listed('required')
  const ordering = listed('propertyOrdering')
  return {
    properties: Object.fromEntries(names.map((name) => [name, convert(properties[name], scope, depth + 1)])),
    ...(required.length > 0 && { required }),
    ...(ordering.length > 0 && { propertyOrdering: ordering }),
  }
}
