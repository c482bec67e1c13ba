import { type FieldShape, fieldShapes, type Kind, kinds, nameMax, tableOptions } from './kinds.ts'

/** The title by which an export recognizes a schema that it has written. */
export const schemaTitle = 'Tollgate manifest'

type Json = { readonly [name: string]: unknown }

/** Returns the JSON Schema of manifests for editors, built from the same table that is used to read files. */
export function manifestSchema(optionKeys: readonly string[] = []): Json {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: schemaTitle,
    description: 'Configuration of a Tollgate gateway, applied with tollgate apply -f.',
    type: 'object',
    additionalProperties: false,
    required: ['version'],
    properties: {
      version: { const: 1 },
      owner: {
        type: 'string',
        pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$',
        description: 'Owner label of the objects in these files; --prune deletes only objects that carry it.',
      },
      ...Object.fromEntries(kinds.map((kind) => [kind, sectionSchema(kind, optionKeys)])),
    },
    $defs: {
      secret: {
        description:
          'Where to find a secret: an environment variable, a file (relative to this one), or a NAME=value line on standard input.',
        type: 'object',
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: false,
        properties: { env: { type: 'string' }, file: { type: 'string' }, stdin: { type: 'string' } },
      },
    },
  }
}

function sectionSchema(kind: Kind, optionKeys: readonly string[]): Json {
  const propertyNames = { minLength: 1, maxLength: nameMax[kind] }
  if (kind !== 'options') {
    const object = objectSchema(kind)
    const isNullable = kind === 'groups' || kind === 'prices'
    return {
      type: ['object', 'null'],
      propertyNames,
      additionalProperties: isNullable
        ? { anyOf: [object, { type: 'null', description: 'Removed.' }] }
        : object,
    }
  }
  const value = {
    anyOf: [
      { $ref: '#/$defs/secret' },
      { type: ['string', 'number', 'boolean', 'array', 'object'] },
      { type: 'null', description: 'The built-in value.' },
    ],
  }
  const known = optionKeys.filter((key) => !(key in tableOptions))
  return {
    type: ['object', 'null'],
    propertyNames,
    description: 'Site settings by key.',
    ...(known.length === 0
      ? { additionalProperties: value }
      : { properties: Object.fromEntries(known.map((key) => [key, value])), additionalProperties: false }),
  }
}

function objectSchema(kind: Exclude<Kind, 'options'>): Json {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(fieldShapes[kind]).map(([field, shape]) => [field, fieldSchema(shape)]),
    ),
  }
}

const secret = { $ref: '#/$defs/secret' }

function fieldSchema(shape: FieldShape): Json {
  const plain = plainSchema(shape)
  const description = shape.about
  if (shape.isReferable) return { anyOf: [plain, secret], description }
  if (shape.isNullable) return { anyOf: [plain, { type: 'null', description: 'No entry.' }], description }
  return { ...plain, description }
}

function plainSchema({ form, choices, min, max, maxLength }: FieldShape): Json {
  switch (form) {
    case 'decimal':
      return { type: 'string', pattern: '^\\d{1,7}(\\.\\d{1,9})?$' }
    case 'integer':
      return { type: 'integer', minimum: min ?? 0, ...(max === undefined ? {} : { maximum: max }) }
    case 'flag':
      return { type: 'boolean' }
    case 'choice':
      return { enum: choices }
    case 'texts':
      return { type: 'array', items: { type: ['string', 'number'] } }
    case 'json':
      return { type: ['object', 'string'] }
    case 'fallbacks':
      return {
        type: ['object', 'string'],
        additionalProperties: { type: 'array', items: { type: 'string' } },
      }
    case 'secret':
      return secret
    case 'secrets':
      return { anyOf: [{ type: 'array', minItems: 1, items: secret }, secret] }
    case 'amount':
    case 'budget':
      return { type: ['string', 'integer'], minimum: min, maximum: max }
    case 'when':
    case 'rate':
    case 'spending':
      return { type: ['string', 'integer'] }
    default:
      return { type: ['string', 'number'], ...(maxLength === undefined ? {} : { maxLength }) }
  }
}
