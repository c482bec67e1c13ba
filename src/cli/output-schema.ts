import type { components, operations } from '../../openapi/types.gen.ts'
import type { NameKind } from './name-kinds.ts'

/** The ID of an operation of the contract. */
export type OperationId = keyof operations

type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array'

/** The subset of JSON Schema needed to describe output. */
interface JsonSchema {
  readonly type?: TypeName | readonly TypeName[]
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly description?: string
  /** For a number that stands for a name: the output has a field with that name next to it. */
  readonly 'x-names'?: NameKind
}

/**
 * The shape of an output value: a schema of the contract by name, what an operation of the contract returns in `data`
 * (for a paged list: its rows as an array), or a JSON Schema.
 */
type Schema = { readonly $ref: keyof components['schemas'] } | { readonly $data: OperationId } | JsonSchema

/**
 * The output of `--json`, with times as in the contract; `publishedSchema` turns them into RFC 3339. `'none'` = the
 * command prints no data.
 */
export type OutputSchema = Schema | 'none'

type Field = TypeName | readonly TypeName[] | Schema

const schemaOf = (field: Field): Schema =>
  typeof field === 'string' || Array.isArray(field)
    ? { type: field as TypeName | readonly TypeName[] }
    : (field as Schema)

/** Describes an object in which all these fields are always present. A field may be given as just its type. */
export const fields = (shapes: Readonly<Record<string, Field>>): JsonSchema => ({
  type: 'object',
  required: Object.keys(shapes),
  properties: Object.fromEntries(Object.entries(shapes).map(([name, field]) => [name, schemaOf(field)])),
})

/** Describes a number whose name is in a field next to it: `role` and `role_name`. */
export const numberOf = (kind: NameKind): JsonSchema => ({ type: 'integer', 'x-names': kind })

/** Describes the output of a command that changes something: `fields` with the outcome in `result`. */
export const outcome = (
  results: readonly string[],
  shapes: Readonly<Record<string, Field>> = { id: ['integer', 'null'], name: 'string' },
): JsonSchema => fields({ result: { enum: results }, ...shapes })

export const listOf = (field: Field): JsonSchema => ({ type: 'array', items: schemaOf(field) })

/** Describes one of several shapes, such as what was created and what `--dry-run` would create. */
export const either = (...shapes: readonly Schema[]): JsonSchema => ({ anyOf: shapes })

/** Combines shapes into one with all their fields. */
export const both = (...shapes: readonly Schema[]): JsonSchema => ({ allOf: shapes })
