import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSchemaSubset } from '../../../../src/daemon/protocols/gemini/schema-subset.ts'
import { fromSchemaSubset } from '../../../../src/daemon/protocols/gemini/subset-schema.ts'
import { asArray, asObject } from '../../../../src/daemon/protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'

const ALLOWED = new Set(
  'type format title description nullable enum items minItems maxItems properties required propertyOrdering minProperties maxProperties minimum maximum minLength maxLength pattern example anyOf default'.split(
    ' ',
  ),
)

/** Lists the parts of a schema that the API would refuse. */
function faultsOf(schema: JsonValue | undefined): string[] {
  const object = asObject(schema)
  if (!object) return ['a schema is no object']
  const choices = asArray(object.enum) ?? []
  return [
    ...Object.keys(object).filter((key) => !ALLOWED.has(key)),
    ...choices.filter((each) => typeof each !== 'string').map((each) => `enum holds ${String(each)}`),
    ...Object.values(asObject(object.properties) ?? {}).flatMap(faultsOf),
    ...(asArray(object.anyOf) ?? []).flatMap(faultsOf),
    ...(object.items === undefined ? [] : faultsOf(object.items)),
  ]
}

const leaf = {
  type: fc.oneof(
    fc.constantFrom('string', 'integer', 'object', 'array', 'null', 'OBJECT'),
    fc.uniqueArray(fc.constantFrom('string', 'integer', 'object', 'array', 'null'), { minLength: 1 }),
  ),
  $ref: fc.constantFrom('#', '#/$defs/a', '#/properties/b', 'https://a.example/s', '#/nowhere'),
  required: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 3 }),
  const: fc.oneof(fc.string(), fc.integer()),
  format: fc.constantFrom('date-time', 'uri', 'int32', 'email'),
  additionalProperties: fc.boolean(),
  exclusiveMinimum: fc.integer(),
  if: fc.constant({}),
  description: fc.string(),
  minimum: fc.integer(),
}

const around = (inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> => {
  const some = fc.array(inner, { maxLength: 2 })
  const named = fc.dictionary(fc.constantFrom('a', 'b', '$ref', 'const', '__proto__'), inner, { maxKeys: 2 })
  return fc.record(
    {
      ...leaf,
      $defs: named,
      properties: named,
      items: fc.oneof(inner, fc.boolean(), some),
      anyOf: some,
      oneOf: some,
      allOf: some,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>
}

const anySchema = around(around(fc.record(leaf, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>))

describe('toSchemaSubset', () => {
  it('writes allowed keys only, whatever the schema', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        expect(faultsOf(toSchemaSubset(schema).schema)).toEqual([])
      }),
    )
  })

  it('ends for schemas that hold themselves many times', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`p${index}`, { $ref: '#' }]),
    )
    const { schema, isLossy } = toSchemaSubset({ type: 'object', properties })
    expect(isLossy).toBe(true)
    expect(JSON.stringify(schema).length).toBeLessThan(1_000_000)
  })

  it('says the same in its own words', () => {
    const { schema, isLossy } = toSchemaSubset({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      properties: {
        kind: { const: 'a' },
        at: { type: ['string', 'null'], format: 'date-time' },
        place: { $ref: '#/$defs/Place' },
        either: { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
      },
      required: ['kind', 'gone'],
      $defs: { Place: { type: 'object', properties: { city: { type: 'string', enum: ['x', 'y'] } } } },
    })
    expect(isLossy).toBe(false)
    expect(schema).toEqual({
      type: 'OBJECT',
      properties: {
        kind: { type: 'STRING', enum: ['a'] },
        at: { nullable: true, type: 'STRING', format: 'date-time' },
        place: { type: 'OBJECT', properties: { city: { type: 'STRING', enum: ['x', 'y'] } } },
        either: { nullable: true, anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] },
      },
      required: ['kind'],
    })
  })

  it('leaves out formats that the API refuses', () => {
    const properties = { a: { type: 'string', format: 'uri' }, b: { type: 'string', format: 'date-time' } }
    expect(toSchemaSubset({ type: 'object', properties }).schema.properties).toEqual({
      a: { type: 'STRING' },
      b: { type: 'STRING', format: 'date-time' },
    })
  })

  it.each<[string, JsonObject]>([
    ['an exclusive bound', { type: 'integer', exclusiveMinimum: 3 }],
    ['numbers to choose from', { type: 'integer', enum: [1, 2] }],
    ['a condition', { type: 'object', if: {}, else: {} }],
    ['a reference to nowhere', { $ref: '#/$defs/none' }],
  ])('tells that it cannot say %s', (_name, schema) => {
    expect(toSchemaSubset(schema).isLossy).toBe(true)
  })
})

describe('fromSchemaSubset', () => {
  it('reads back what was written', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        a: { type: 'array', items: { type: 'string', minLength: 1 } },
        b: { type: ['integer', 'null'] },
      },
      required: ['a'],
    }
    expect(fromSchemaSubset(toSchemaSubset(schema).schema)).toEqual(schema)
  })
})
