import { type NameKind, nameOf } from '../name-kinds.ts'
import type { OutputSchema } from '../output-schema.ts'

/** Fields of the contract's schemas that get an additional field with a name: `status` gets `status_name`. */
export const namedFields: Readonly<Record<string, Readonly<Record<string, NameKind>>>> = {
  Channel: { status: 'channelStatus' },
  PlannedChannel: { status: 'channelStatus' },
  Token: { status: 'tokenStatus' },
  Redemption: { status: 'codeStatus' },
  User: { status: 'userStatus', role: 'role' },
  LogRow: { type: 'logType' },
}

/** Fields that are JSON text in the contract; scripts get the parsed content. */
export const parsedFields: Readonly<Record<string, string>> = { LogRow: 'other' }

/** Schemas within the result of an operation, by field. */
const insideData: Readonly<Record<string, Readonly<Record<string, OutputSchema>>>> = {
  explainRequest: { logs: { type: 'array', items: { $ref: 'LogRow' } } },
  planCall: { channels: { type: 'array', items: { $ref: 'PlannedChannel' } } },
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies a document for scripts, adding names for its numbers and parsing its JSON texts. */
export function withNames(value: unknown, schema: OutputSchema): unknown {
  if (schema === 'none') return value
  if ('$ref' in schema) return isFields(value) ? named(value, schema.$ref) : value
  if ('$data' in schema) return withProperties(value, insideData[schema.$data] ?? {})
  if (schema.allOf) return schema.allOf.reduce<unknown>(withNames, value)
  if (schema.anyOf) return schema.anyOf.reduce<unknown>(withNames, value)
  if (Array.isArray(value)) {
    const { items } = schema
    return items ? value.map((each) => withNames(each, items)) : value
  }
  return withProperties(value, schema.properties ?? {})
}

function named(value: Fields, name: string): Fields {
  const kinds = Object.entries(namedFields[name] ?? {}).filter(([field]) => field in value)
  const parsed = parsedFields[name]
  return {
    ...value,
    ...Object.fromEntries(kinds.map(([field, kind]) => [`${field}_name`, nameOf(kind, value[field])])),
    ...(parsed !== undefined && typeof value[parsed] === 'string' ? { [parsed]: read(value[parsed]) } : {}),
  }
}

function withProperties(value: unknown, properties: Readonly<Record<string, OutputSchema>>): unknown {
  if (!isFields(value)) return value
  const entries = Object.entries(value).flatMap(([field, inner]): [string, unknown][] => {
    const schema = properties[field]
    if (schema === undefined) return [[field, inner]]
    const kind = schema !== 'none' && 'x-names' in schema ? schema['x-names'] : undefined
    const own: [string, unknown] = [field, withNames(inner, schema)]
    return kind === undefined ? [own] : [own, [`${field}_name`, nameOf(kind, inner)]]
  })
  return Object.fromEntries(entries)
}

/** Parses JSON text. Rows from other programs may contain anything; values other than objects are dropped. */
function read(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}
