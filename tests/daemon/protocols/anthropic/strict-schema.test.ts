import { describe, expect, it } from 'vitest'
import { toAnthropicSchema } from '../../../../src/daemon/protocols/anthropic/strict-schema.ts'

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
})
