import { isObject, type Json, type JsonObject } from '../../openapi/json.ts'
import type { Command } from './define-command.ts'
import { type NameKind, nameKinds } from './name-kinds.ts'
import { namedFields, parsedFields } from './ui/named-fields.ts'
import { instantFields } from './ui/time.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/**
 * Returns the JSON Schema of what a command prints with `--json`, with everything it refers to under `$defs`. Schemas
 * of the contract are included; times are described as the terminal prints them.
 *
 * @returns undefined for a command that prints no data
 * @throws Error naming the command whose description refers to something unknown
 */
export function publishedSchema(
  { path, output, isRaw }: Pick<Command, 'path' | 'output' | 'isRaw'>,
  contract: JsonObject,
): JsonObject | undefined {
  if (output === 'none') return undefined
  try {
    const used = new Set<string>()
    const own = published(inlineData(output as Json, contract), used, isRaw)
    const shared = sharedShapes(used, contract)
    return {
      $schema: dialect,
      title: `tollgate ${path} --json`,
      ...(own as JsonObject),
      ...(Object.keys(shared).length === 0 ? {} : { $defs: shared }),
    }
  } catch (error) {
    throw new Error(`output of tollgate ${path}: ${(error as Error).message}`)
  }
}

/** Collects the contract's schemas with these names, and the schemas they refer to. */
function sharedShapes(used: Set<string>, contract: JsonObject): JsonObject {
  const schemas = objectAt(contract, 'components', 'schemas')
  const shared: JsonObject = {}
  // The set grows during iteration, because schemas refer to other schemas.
  for (const name of used) {
    const schema = schemas[name]
    if (!isObject(schema)) throw new Error(`the contract has no schema ${name}`)
    shared[name] = withNamedFields(name, published(schema, used, false) as JsonObject)
  }
  return Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Adds to a schema of the contract the fields that {@link withNames} adds to the data. */
function withNamedFields(name: string, schema: JsonObject): JsonObject {
  const kinds = Object.entries(namedFields[name] ?? {})
  const parsed = parsedFields[name]
  if (kinds.length === 0 && parsed === undefined) return schema
  const names = Object.fromEntries(kinds.map(([field, kind]) => nameField(field, kind)))
  const properties = { ...objectAt(schema, 'properties'), ...names }
  if (parsed !== undefined) {
    const { description = '' } = objectAt(properties, parsed)
    properties[parsed] = { type: 'object', description: String(description).replace(/^JSON text with /, '') }
  }
  return { ...schema, required: [...(schema.required as Json[]), ...Object.keys(names)], properties }
}

const nameField = (field: string, kind: NameKind): [string, Json] => [
  `${field}_name`,
  {
    type: 'string',
    enum: [...Object.values(nameKinds[kind]), 'unknown'],
    description: `Name of ${field}, the same in every language.`,
  },
]

/** Output on standard error when a command fails in JSON mode. */
export const errorSchema: JsonObject = {
  $schema: dialect,
  title: 'A failure in JSON mode',
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'hint', 'field', 'requestId', 'status'],
      additionalProperties: false,
      properties: {
        code: { type: 'string', description: 'Stable name of the error, the same in every language.' },
        message: { type: 'string', description: 'What happened, in the language of the run.' },
        hint: { type: ['string', 'null'], description: 'What to try next.' },
        field: { type: ['string', 'null'], description: 'The flag or the field of the request to blame.' },
        requestId: { type: ['string', 'null'], description: "Names the entry in the server's log." },
        status: { type: ['integer', 'null'], description: 'HTTP status, when there was an answer.' },
        problems: {
          type: 'array',
          items: { type: 'object' },
          description: 'Only for files that describe a gateway: every mistake with its place.',
        },
      },
    },
  },
}

/** Replaces `{ $data: id }` with the result of that operation; for a paged list, its rows. */
function inlineData(value: Json, contract: JsonObject): Json {
  if (Array.isArray(value)) return value.map((each) => inlineData(each, contract))
  if (!isObject(value)) return value
  if (typeof value.$data === 'string') return dataOf(value.$data, contract)
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inlineData(child, contract)]))
}

function dataOf(operationId: string, contract: JsonObject): Json {
  for (const item of Object.values(objectAt(contract, 'paths')))
    for (const operation of Object.values(isObject(item) ? item : {})) {
      if (!isObject(operation) || operation.operationId !== operationId) continue
      const answer = objectAt(operation, 'responses', '200', 'content', 'application/json', 'schema')
      const data = objectAt(answer, 'properties', 'data')
      const { items } = isObject(data.properties) ? data.properties : {}
      return items ?? data
    }
  throw new Error(`the contract has no operation ${operationId}`)
}

/**
 * Rewrites a schema for publication: references point into `$defs`, examples and extensions are dropped, and times are
 * as the terminal prints them.
 */
function published(value: Json, used: Set<string>, isRaw: boolean): Json {
  if (Array.isArray(value)) return value.map((each) => published(each, used, isRaw))
  if (!isObject(value)) return value
  const result: JsonObject = {}
  for (const [key, child] of Object.entries(value)) {
    if (key === 'example' || key.startsWith('x-')) continue
    if (key === '$ref' && typeof child === 'string') {
      const name = child.split('/').at(-1) ?? ''
      used.add(name)
      result.$ref = `#/$defs/${name}`
    } else if (key === 'properties' && isObject(child)) {
      result.properties = Object.fromEntries(
        Object.entries(child).flatMap(([name, shape]) => {
          const own = published(!isRaw && instantFields.has(name) ? asReadable(shape) : shape, used, isRaw)
          const kind = isObject(shape) ? shape['x-names'] : undefined
          return kind === undefined ? [[name, own]] : [[name, own], nameField(name, kind as NameKind)]
        }),
      )
    } else if (key === 'enum' || key === 'required' || key === 'const') result[key] = child
    else result[key] = published(child, used, isRaw)
  }
  return result
}

/** Returns the schema of a time after `withReadableTimes`; other schemas are unchanged. */
function asReadable(shape: Json): Json {
  if (!isObject(shape)) return shape
  const types = Array.isArray(shape.type) ? shape.type : [shape.type]
  if (!types.includes('integer') && !types.includes('number')) return shape
  const description = typeof shape.description === 'string' ? shape.description : ''
  return {
    type: ['string', 'null'],
    format: 'date-time',
    description:
      `RFC 3339 in UTC, null when not set or never. ${description.replace(/^Unix seconds[^a-z]*\s*/, '')}`.trim(),
  }
}

function objectAt(value: Json, ...path: readonly string[]): JsonObject {
  let found: Json | undefined = value
  for (const name of path) found = isObject(found) ? found[name] : undefined
  if (!isObject(found)) throw new Error(`the contract has nothing at ${path.join('.')}`)
  return found
}
