import { describe, expect, it } from 'vitest'
import { toAnthropicSchema } from '../../../../src/daemon/protocols/anthropic/strict-schema.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'

describe('toAnthropicSchema', () => {
  it('closes objects at every depth and moves limits into descriptions', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        list: {
          type: 'array',
          maxItems: 3,
          description: 'Some.',
          items: { type: 'object', properties: { minimum: { type: 'string', pattern: '^a' } } },
        },
        one: {
          oneOf: [
            { type: 'string', format: 'date' },
            { type: 'string', format: 'phone' },
          ],
        },
      },
    }
    expect(toAnthropicSchema(schema)).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {
        list: {
          type: 'array',
          description: 'Some. (maxItems: 3)',
          items: {
            type: 'object',
            additionalProperties: false,
            properties: { minimum: { type: 'string', description: '(pattern: ^a)' } },
          },
        },
        one: {
          anyOf: [
            { type: 'string', format: 'date' },
            { type: 'string', description: '(format: phone)' },
          ],
        },
      },
    })
  })

  it('moves everything that the API does not know into descriptions', () => {
    const schema = {
      type: 'object',
      properties: {
        // A tuple as written by Pydantic.
        pair: { type: 'array', prefixItems: [{ type: 'number' }], minItems: 2, maxItems: 2 },
        some: { type: 'array', items: { type: 'string' }, minItems: 1 },
        odd: { enum: [{ a: 1 }], default: { a: 1 } },
        text: { type: 'string', nullable: true, contentEncoding: 'base64' },
      },
      dependentRequired: { pair: ['some'] },
      unevaluatedProperties: false,
    }
    expect(toAnthropicSchema(schema)).toEqual({
      type: 'object',
      additionalProperties: false,
      description: '(dependentRequired: {"pair":["some"]}, unevaluatedProperties: false)',
      properties: {
        pair: { type: 'array', description: '(prefixItems: [{"type":"number"}], minItems: 2, maxItems: 2)' },
        some: { type: 'array', items: { type: 'string' }, minItems: 1 },
        odd: { default: { a: 1 }, description: '(enum: [{"a":1}])' },
        text: { type: 'string', description: '(nullable: true, contentEncoding: base64)' },
      },
    })
  })

  it('keeps references that lead somewhere', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/A' } },
      $defs: { A: { type: 'object', properties: { x: { type: 'integer' } } } },
    }
    expect(toAnthropicSchema(schema)).toMatchObject({ $defs: { A: { additionalProperties: false } } })
  })

  it.each([
    ['refers to itself', { type: 'object', properties: { next: { $ref: '#' } } }],
    [
      'refers to itself in a circle',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/A' } },
        $defs: { A: { type: 'object', properties: { a: { $ref: '#/$defs/A' } } } },
      },
    ],
    ['refers to elsewhere', { type: 'object', properties: { a: { $ref: 'https://x/y' } } }],
    ['is a map', { type: 'object', additionalProperties: { type: 'string' } }],
    ['holds anything', { type: 'object', properties: { any: { type: 'object' } } }],
  ])('gives up on one that %s', (_, schema) => {
    expect(toAnthropicSchema(schema)).toBeUndefined()
  })

  /** Builds a chain of definitions, each of which refers to the next; the last one refers to `end`. */
  const chain = (end: JsonObject): JsonObject => {
    const names = Array.from({ length: 50_000 }, (_, index) => [
      `a${index}`,
      { $ref: `#/$defs/a${index + 1}` },
    ])
    return {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a0' } },
      $defs: { ...Object.fromEntries(names), a50000: end },
    }
  }

  it('follows references however many lead to each other', () => {
    expect(toAnthropicSchema(chain({ type: 'string' }))?.properties).toEqual({ a: { $ref: '#/$defs/a0' } })
    expect(toAnthropicSchema(chain({ $ref: '#/$defs/a7' }))).toBeUndefined()
  })

  it('looks once at what is referred to in many spellings', () => {
    // A tilde may be written literally or as `~0`.
    const spellings = Array.from({ length: 2 ** 14 }, (_, index) =>
      Array.from({ length: 14 }, (_bit, place) => (index & (1 << place) ? '~0' : '~')).join(''),
    )
    const text = { type: 'string' }
    const target = {
      type: 'object',
      properties: Object.fromEntries(spellings.map((_, index) => [`t${index}`, text])),
    }
    const schema = {
      type: 'object',
      properties: Object.fromEntries(
        spellings.map((name, index) => [`m${index}`, { $ref: `#/$defs/${name}` }]),
      ),
      $defs: { ['~'.repeat(14)]: target },
    }
    expect(Object.keys(toAnthropicSchema(schema)?.properties ?? {}).length).toBe(2 ** 14)
  })

  it('gives up on one that refers to what every object has', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/constructor' } } }
    expect(toAnthropicSchema(schema)).toBeUndefined()
  })
})
