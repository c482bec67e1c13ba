import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeChatStream } from '../../../../src/daemon/protocols/openai/chat-stream-decoder.ts'
import { PlainChunks } from '../../../../src/daemon/protocols/openai/plain-chunks.ts'

const chunk = (content: string, more: object = {}) =>
  JSON.stringify({
    id: 'c',
    model: 'm',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
    ...more,
  })

describe('chunks like the one before', () => {
  it('are read without being parsed, whatever their text', () => {
    const chunks = new PlainChunks()
    expect(chunks.read(chunk('one'))).toBeUndefined()
    chunks.note(chunk('one'), 'one')
    expect(chunks.read(chunk('two é 🚀'))).toBe('two é 🚀')
    for (const text of ['', 'a "word"', 'a\\b', 'line\n']) expect(chunks.read(chunk(text))).toBeUndefined()
  })

  it('are not taken for like when anything else differs', () => {
    const chunks = new PlainChunks()
    chunks.note(chunk('one'), 'one')
    for (const other of [
      chunk('two', { usage: {} }),
      chunk('two').replace('null', '"stop"'),
      chunk('two').replace('"c"', '"d"'),
      chunk('two').slice(0, -1),
      '[DONE]',
      '',
    ])
      expect(chunks.read(other)).toBeUndefined()
  })

  it('are not read by a chunk with two members of the name', () => {
    const chunks = new PlainChunks()
    const two = chunk('one', { extra: { content: 'one' } })
    chunks.note(two, 'one')
    expect(chunks.read(two.replace('one', 'two'))).toBeUndefined()
  })

  it('decode to the same events as when each is the first of its stream', () => {
    const pieces = fc.oneof(
      fc.string(),
      fc.constantFrom('"', '\\', '","finish_reason":"stop","x":"', '"},"delta":{"content":"'),
    )
    const extras = fc.constantFrom({}, { usage: null }, { created: 1 }, { obfuscation: 'a"b' })
    fc.assert(
      fc.property(fc.array(fc.tuple(pieces, extras)), (chunks) => {
        const decoder = decodeChatStream()
        const told = chunks.flatMap(([text, more]) => decoder.push(chunk(text, more)))
        const texts = told.flatMap((event) => (event.kind === 'text' ? event.text : []))
        expect(texts).toEqual(chunks.map(([text]) => text).filter((text) => text !== ''))
        expect(told.filter((event) => event.kind !== 'text')).toHaveLength(chunks.length === 0 ? 0 : 1)
      }),
    )
  })
})
