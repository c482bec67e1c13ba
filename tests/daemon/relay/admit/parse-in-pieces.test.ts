import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../../../src/daemon/protocols/openai/index.ts'
import { countPromptOf } from '../../../../src/daemon/relay/admit/estimate.ts'
import { parseJsonBody } from '../../../../src/daemon/relay/admit/parse-body.ts'
import { parseInPieces } from '../../../../src/daemon/relay/admit/parse-in-pieces.ts'

const long = 'x'.repeat(140_000)
const blanks = ' \n\t\r'

/** Bodies in which anything may be long: lists, objects, strings, and the names of their members. */
const bodies = fc.dictionary(
  fc.string(),
  fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(long)), { maxLength: 4 }),
    fc.dictionary(fc.string(), fc.constantFrom<unknown>(long, [long, { a: [long] }], {}, null), {
      maxKeys: 3,
    }),
  ),
)

describe('H6: a long body is parsed in pieces', () => {
  it('and is what JSON.parse makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(undefined, 2), async (body, indent) => {
        const text = JSON.stringify({ ...body, long: [long] }, null, indent)
        expect(await parseInPieces(blanks + text + blanks)).toEqual(JSON.parse(text))
      }),
      { numRuns: 40 },
    )
  })

  it('wherever a long string is cut: escapes, pairs of surrogates, backslashes', async () => {
    for (const part of ['\\', '"', '\u0001', '\u{1F600}', 'a\\"b', '\n'])
      for (const shift of [0, 1, 2, 3, 4, 5, 6]) {
        const text = JSON.stringify({ a: 'x'.repeat(shift) + part.repeat(600_000 / part.length), b: 1 })
        expect((await parseInPieces(text)).a === (JSON.parse(text) as { a: string }).a).toBe(true)
      }
  })

  it('names repeat and are called __proto__ as with JSON.parse', async () => {
    const text = `{"a":["${long}"],"b":1,"a":{"__proto__":["${long}"],"c":1},"b":2}`
    const parsed = await parseInPieces(text)
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(text)))
    expect(Object.getPrototypeOf(parsed.a)).toBe(Object.prototype)
  })

  it.each([
    '[,L]',
    '[L,]',
    '[L L]',
    '[L,,1]',
    '[1,,L]',
    '[L}',
    '{"a":L,}',
    '{,"a":L}',
    '{"a" L}',
    '{"a":1L}',
    '{"a":[]L}',
    '{"a"L:1}',
    '[L]]',
    '[[L]',
    '[L',
    '{"a":L}}',
    '[1 L]',
    '[LL]',
    '["a" L]',
    '{"a":L "b":1}',
    '{"a":"b":L}',
    '[L] 1',
  ])('%s is no JSON, whether its long part is a list, an object or a string', async (shape) => {
    for (const part of [`["${long}"]`, `{"${long}":1}`, `"${'x'.repeat(300_000)}"`]) {
      const text = `{"x":${shape.replaceAll('L', part)},"y":[${part}]}`
      expect(() => JSON.parse(text)).toThrow()
      await expect(parseInPieces(text)).rejects.toMatchObject({ code: 'invalid_json' })
    }
  })

  it('bodies made of nothing but brackets or names are refused before they fill the memory', async () => {
    const lists = Buffer.from(`{"a":[${'[],'.repeat(1_000_001)}1]}`)
    await expect(parseJsonBody(lists)).rejects.toMatchObject({ code: 'body_too_many_parts' })
    const nested = Buffer.from(`{"a":${'['.repeat(300_000)}}`)
    await expect(parseJsonBody(nested)).rejects.toMatchObject({ code: 'body_too_deep' })
  })

  it('text that is no UTF-8 is refused, also where it is cut', async () => {
    const good = Buffer.from(JSON.stringify({ a: '你好'.repeat(300_000) }))
    expect((await parseJsonBody(good)).bodyText).toBe(good.toString())
    for (const at of [10, 1_048_575, good.length - 3]) {
      const bad = Buffer.from(good)
      bad[at] = 0xff
      await expect(parseJsonBody(bad)).rejects.toMatchObject({ code: 'body_not_utf8' })
    }
  })
})

describe('H6: parsing and counting give way to others', () => {
  const size = 16_000_000
  it.each([
    [
      'a picture',
      false,
      { messages: [{ role: 'user', content: [{ type: 'image_url', url: 'A'.repeat(size) }] }] },
    ],
    ['prose', true, { messages: [{ role: 'user', content: 'Two words, "quoted".\n'.repeat(size / 22) }] }],
    ['ideographs', true, { messages: [{ role: 'user', content: '你好世界'.repeat(size / 12) }] }],
    [
      'a long talk',
      true,
      {
        messages: Array.from({ length: 80_000 }, (_, i) => ({
          role: 'user',
          content: `${i}${'word '.repeat(30)}`,
        })),
      },
    ],
    [
      'numbers',
      false,
      { messages: [], input: Array.from({ length: size / 6 }, (_, i) => 10_000 + (i % 90_000)) },
    ],
  ])('%s of 16 MB', async (_name, isText, body) => {
    const bytes = Buffer.from(JSON.stringify(body))
    let turns = 0
    let isOver = false
    const others = () => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    others()
    const { body: parsed } = await parseJsonBody(bytes)
    const turnsToParse = turns
    // Parsing in one go would let nothing else run in between.
    expect(turnsToParse).toBeGreaterThan(2)
    // Counting on this thread would let nothing else run, however often it is repeated. Another thread may be fast
    // enough once, but not every time.
    for (let times = 0; times < 20 && isText && turns === turnsToParse; times += 1)
      await countPromptOf(openaiChat, 'gpt-4', parsed)
    isOver = true
    if (isText) expect(turns).toBeGreaterThan(turnsToParse)
  })
})
