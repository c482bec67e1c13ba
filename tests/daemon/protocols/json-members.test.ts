import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  editTopLevel,
  hasRepeatedMembers,
  readElements,
  readMembers,
  topLevelEdits,
} from '../../../src/daemon/protocols/json-members.ts'
import type { JsonObject, JsonValue } from '../../../src/daemon/protocols/types.ts'

const key = fc.oneof(
  fc.constantFrom(
    'model',
    'messages',
    'stream',
    'stream_options',
    'a"b',
    'back\\slash',
    '__proto__',
    '',
    '7',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const value = fc.jsonValue({ maxDepth: 3, noUnicodeString: false }).map((each) => each as JsonValue)
const space = fc.constantFrom('', '', ' ', '\n  ', '\t', '\r\n')

interface Part {
  readonly key: string
  readonly value: JsonValue
  readonly text: string
}

/** Members with arbitrary spaces, whose names may contain needless escapes. */
const part: fc.Arbitrary<Part> = fc
  .tuple(key, value, fc.array(space, { minLength: 4, maxLength: 4 }), fc.boolean(), fc.boolean())
  .map(([name, content, [a, b, c, d], isEscaped, isIndented]) => ({
    key: name,
    value: content,
    text: `${a}${isEscaped ? escapeAll(name) : JSON.stringify(name)}${b}:${c}${JSON.stringify(content, null, isIndented ? 2 : 0)}${d}`,
  }))

function escapeAll(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
}

const edits = fc
  .array(fc.tuple(key, fc.option(value, { nil: undefined })), { maxLength: 5 })
  .map((pairs) => new Map(pairs))

const write = (parts: readonly Part[]) => `{${parts.map((each) => each.text).join(',')}}`

describe('editTopLevel', () => {
  it('means the same as editing the parsed object, and leaves every other member as it was written', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), edits, (parts, changes) => {
        const text = write(parts)
        const raw = new Map(
          [...changes].map(([name, to]) => [name, to === undefined ? undefined : JSON.stringify(to)]),
        )
        const edited = editTopLevel(text, raw)

        const expected = new Map<string, JsonValue>(Object.entries(JSON.parse(text) as JsonObject))
        for (const [name, to] of changes) {
          if (to === undefined) expected.delete(name)
          else expected.set(name, JSON.parse(JSON.stringify(to)) as JsonValue)
        }
        expect(new Map(Object.entries(JSON.parse(edited) as JsonObject))).toEqual(expected)

        const kept = parts.filter((each) => !changes.has(each.key)).map((each) => each.text.trim())
        const written = readMembers(edited)
          .filter((each) => !changes.has(each.key))
          .map((each) => edited.slice(each.keyStart, each.valueEnd))
        expect(written).toEqual(kept)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['replaces in place', '{"model": "a", "n":1}', { model: '"b"' }, '{"model": "b", "n":1}'],
    [
      'adds at the end',
      '{"n":1 }',
      { stream_options: '{"include_usage":true}' },
      '{"n":1,"stream_options":{"include_usage":true} }',
    ],
    ['adds to an empty object', '{ }', { n: '1' }, '{"n":1 }'],
    ['deletes the first', '{"a":1, "b":2}', { a: undefined }, '{"b":2}'],
    ['deletes the middle', '{"a":1, "b":2, "c":3}', { b: undefined }, '{"a":1, "c":3}'],
    ['deletes the last', '{"a":1, "b":2\n}', { b: undefined }, '{"a":1\n}'],
    ['deletes the only one and adds another', '{"a":1}', { a: undefined, b: '2' }, '{"b":2}'],
    ['replaces a repeated name at each place', '{"a":1,"b":2,"a":3}', { a: '9' }, '{"a":9,"b":2,"a":9}'],
    [
      'does not touch nested names',
      '{"x":{"model":"a"},"model":"a"}',
      { model: '"b"' },
      '{"x":{"model":"a"},"model":"b"}',
    ],
    [
      'is not fooled by strings',
      '{"x":"\\"model\\":\\"a\\\\","model":"a"}',
      { model: '"b"' },
      '{"x":"\\"model\\":\\"a\\\\","model":"b"}',
    ],
    ['knows a name behind escapes', '{"mod\\u0065l":"a"}', { model: '"b"' }, '{"mod\\u0065l":"b"}'],
    [
      'keeps numbers beyond double precision',
      '{"seed":12345678901234567890,"n":1}',
      { n: '2' },
      '{"seed":12345678901234567890,"n":2}',
    ],
  ])('%s', (_, text, changes, expected) => {
    expect(editTopLevel(text, new Map(Object.entries(changes)))).toBe(expected)
  })

  it('returns the very text when there is nothing to do', () => {
    const text = ' {"a" : 1} '
    expect(editTopLevel(text, new Map())).toBe(text)
    expect(editTopLevel(text, new Map([['b', undefined]]))).toBe(text)
  })

  it.each([
    '[1]',
    '"x"',
    '',
    '{"a":1',
    '{"a"',
    '{"a":',
    '{"a":"x',
    '{"a":{"b":1',
    '{a:1}',
    '{"a" 1}',
    '{"a":1 "b":2}',
  ])('refuses %j', (text) => {
    expect(() => editTopLevel(text, new Map([['a', '2']]))).toThrow('invalid_json')
  })
})

describe('topLevelEdits', () => {
  it('leads from the text of one body to the other', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), edits, (parts, changes) => {
        const text = write(parts)
        const before = JSON.parse(text) as JsonObject
        const entries = new Map(Object.entries(before))
        for (const [name, to] of changes) {
          if (to === undefined) entries.delete(name)
          else entries.set(name, to)
        }
        const after = Object.fromEntries(entries)
        const edited = editTopLevel(text, topLevelEdits(before, after))
        expect(JSON.parse(edited)).toEqual(JSON.parse(JSON.stringify(after)))
      }),
    )
  })

  it('is empty for the same object', () => {
    const body: JsonObject = { messages: [{ role: 'user' }] }
    expect(topLevelEdits(body, body).size).toBe(0)
    expect(topLevelEdits(body, { ...body }).size).toBe(0)
  })
})

it('tells a name that stands twice, also behind an escape', () => {
  expect(hasRepeatedMembers('{"a":1,"b":{"a":2}}')).toBe(false)
  expect(hasRepeatedMembers('{"a":1,"\\u0061":2}')).toBe(true)
})

describe('readElements', () => {
  const elementsOf = (text: string): readonly string[] =>
    readElements(text, text.indexOf('[')).map(({ start, end }) => text.slice(start, end))

  it('finds each element, whatever stands in it', () => {
    expect(elementsOf('{"a": [1 ,"],[", {"b":[2,{}]},[],null , -3.5e2]}')).toEqual([
      '1',
      '"],["',
      '{"b":[2,{}]}',
      '[]',
      'null',
      '-3.5e2',
    ])
  })

  it('finds none in an empty array, and none where there is no array', () => {
    expect(elementsOf('[ ]')).toEqual([])
    expect(readElements('{"a":1}', 0)).toEqual([])
  })

  it('refuses a text that ends inside the array', () => {
    expect(() => readElements('[1,{"a":2}', 0)).toThrow()
  })
})
