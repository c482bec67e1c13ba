import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerAssembler, replayAnswer } from '../../../../src/daemon/protocols/conversation/assemble.ts'
import { untagBase64State } from '../../../../src/daemon/protocols/conversation/opaque-state.ts'
import type {
  AssistantPart,
  Citation,
  ConversationAnswer,
  FinishReason,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import { asObject, objectsOf } from '../../../../src/daemon/protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'
import { NO_USAGE } from '../../../../src/daemon/protocols/usage.ts'
import { client, context, upstream } from './neutral.ts'
import { eventsOf, one } from './recorded.ts'

const usage = { ...NO_USAGE, inputTokens: 20, outputTokens: 9, cacheReadTokens: 5, reasoningTokens: 4 }
const answer = (parts: AssistantPart[], own: Partial<ConversationAnswer> = {}): ConversationAnswer => ({
  id: 'r1',
  parts,
  finish: 'stop',
  usage,
  ...own,
})

const candidateOf = (document: JsonObject): JsonObject => objectsOf(document.candidates)[0] ?? {}
const partsOf = (document: JsonObject): JsonObject[] =>
  objectsOf(asObject(candidateOf(document).content)?.parts)

/** Writes an answer as a stream of this protocol. @returns the text before its end, and the last text */
function streamed(said: ConversationAnswer, own: Parameters<typeof context>[0] = {}) {
  const encoder = client.encodeStream(context(own))
  const events = [...replayAnswer(said)]
  const before = events.map((event) => encoder.push([event]))
  return { before: before.join(''), last: encoder.end() }
}

function assemble(text: string): ConversationAnswer {
  const decoder = upstream.decodeStream()
  const assembler = new AnswerAssembler()
  for (const data of eventsOf(text)) assembler.push(decoder.push(data))
  assembler.push(decoder.flush())
  return assembler.answer()
}

describe('a complete answer', () => {
  it('says the client’s model, why it ended and what it used', () => {
    expect(client.encodeAnswer(answer([{ kind: 'text', text: 'Hi' }]), context())).toEqual({
      candidates: [{ content: { parts: [{ text: 'Hi' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: 20,
        candidatesTokenCount: 5,
        totalTokenCount: 29,
        cachedContentTokenCount: 5,
        thoughtsTokenCount: 4,
      },
      modelVersion: 'asked-model',
      responseId: 'r1',
    })
  })

  it.each<[FinishReason, string]>([
    ['stop', 'STOP'],
    ['stop-sequence', 'STOP'],
    ['tool-calls', 'STOP'],
    ['paused', 'STOP'],
    ['length', 'MAX_TOKENS'],
    ['content-filter', 'SAFETY'],
    ['error', 'OTHER'],
  ])('that ended with %s says %s', (finish, finishReason) => {
    expect(candidateOf(client.encodeAnswer(answer([], { finish }), context())).finishReason).toBe(
      finishReason,
    )
  })

  it('shows thoughts only to who asked, and signs the part that follows them, as Google does', () => {
    const state = { origin: 'anthropic' as const, value: 'sealed' }
    const said = answer([
      { kind: 'reasoning', text: 'Unsigned.' },
      { kind: 'text', text: 'Well. ' },
      { kind: 'reasoning', text: 'Hm, 你好.', state },
      { kind: 'text', text: 'Yes.' },
      { kind: 'reasoning', text: '', state },
      { kind: 'text', text: 'No.' },
    ])
    for (const isShown of [true, false]) {
      const own = context({ wantsReasoningText: isShown })
      const { before, last } = streamed(said, own)
      const pieces = eventsOf(before + last).flatMap((data) => partsOf(JSON.parse(data)))
      for (const parts of [partsOf(client.encodeAnswer(said, own)), pieces]) {
        const thoughts = parts.filter((part) => part.thought === true)
        expect(thoughts).toEqual(
          isShown ? ['Unsigned.', 'Hm, 你好.'].map((text) => ({ text, thought: true })) : [],
        )
        const signed = parts.filter((part) => part.thoughtSignature !== undefined)
        expect(signed.map(({ text }) => text)).toEqual(['Yes.', 'No.'])
        expect(signed.map((part) => untagBase64State(String(part.thoughtSignature), 'google'))).toEqual([
          { ...state, signedText: 'Hm, 你好.' },
          state,
        ])
      }
    }
  })

  it('gives Google’s own signatures as they were', () => {
    const state = { origin: 'google' as const, value: 'c2ln' }
    const call: AssistantPart = { kind: 'tool-call', id: 'c', name: 'f', arguments: '', state }
    expect(partsOf(client.encodeAnswer(answer([call]), context()))).toEqual([
      { functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: 'c2ln' },
    ])
  })

  it('keeps arguments that are no JSON as text', () => {
    const call: AssistantPart = { kind: 'tool-call', id: 'c', name: 'f', arguments: '{"a":' }
    expect(partsOf(client.encodeAnswer(answer([call]), context()))).toMatchObject([
      { functionCall: { args: { _raw: '{"a":' } } },
    ])
  })

  it('drops a call that the token limit cut, and keeps the whole ones', () => {
    const whole: AssistantPart = { kind: 'tool-call', id: 'c', name: 'f', arguments: '{"a":1}' }
    const cut: AssistantPart = { ...whole, id: 'd', arguments: '{"a":' }
    const document = client.encodeAnswer(answer([whole, cut], { finish: 'length' }), context())
    expect(candidateOf(document).finishReason).toBe('MAX_TOKENS')
    expect(partsOf(document)).toEqual([{ functionCall: { id: 'c', name: 'f', args: { a: 1 } } }])
  })

  it('tells a client what it cannot', () => {
    const said = answer([{ kind: 'refusal', text: 'No.' }], { stopSequence: 'x', finish: 'stop-sequence' })
    expect(client.lostInAnswer?.(said)).toEqual(['stop', 'refusal'])
    expect(client.lostInAnswer?.(answer([{ kind: 'text', text: 'a' }]))).toEqual([])
  })
})

describe('a stream', () => {
  const call = (id: string, own: Partial<AssistantPart> = {}) =>
    ({ kind: 'tool-call', id, name: 'f', arguments: '{"a":1}', ...own }) as AssistantPart

  it('says how it ended and what it used with its last chunk, and nothing of it before', () => {
    const { before, last } = streamed(answer([{ kind: 'text', text: 'Hi' }, call('c1')]))
    expect(before).not.toMatch(/finishReason|usageMetadata/)
    expect(eventsOf(last)).toHaveLength(1)
    expect(JSON.parse(eventsOf(last)[0] ?? '')).toMatchObject({
      candidates: [{ finishReason: 'STOP', content: { parts: [{ text: '' }] } }],
      usageMetadata: { totalTokenCount: 29 },
    })
  })

  it('writes a call when it is complete', () => {
    const encoder = client.encodeStream(context())
    const start = { kind: 'tool-start' as const, id: 'c', name: 'f' }
    expect(
      encoder.push([
        { ...start, index: 0 },
        { kind: 'tool-arguments', index: 0, text: '{"a"' },
      ]),
    ).toBe('')
    expect(
      encoder.push([
        { ...start, index: 1 },
        { kind: 'tool-end', index: 1 },
      ]),
    ).toContain('"args":{}')
    const text = encoder.push([
      { kind: 'tool-arguments', index: 0, text: ':1}' },
      { kind: 'tool-end', index: 0 },
    ])
    expect(text).toContain('"args":{"a":1}')
  })

  it('read through another gateway tells a signed thought from a withheld one', () => {
    const state = { origin: 'anthropic' as const, value: 'sealed' }
    const kinds = (parts: AssistantPart[]) => {
      const { before, last } = streamed(answer(parts))
      return assemble(before + last).parts.map((part) => [
        part.kind,
        part.kind === 'reasoning' && part.isRedacted === true,
      ])
    }
    const text: AssistantPart = { kind: 'text', text: 'Yes.' }
    expect(kinds([{ kind: 'reasoning', text: 'Hm.', state }, text])).toEqual([
      ['reasoning', false],
      ['text', false],
    ])
    expect(kinds([{ kind: 'reasoning', text: '', state, isRedacted: true }, text])).toEqual([
      ['reasoning', true],
      ['text', false],
    ])
  })

  it.each([
    ['no end was told', []],
    ['the end of the call was told', [{ kind: 'tool-end' as const, index: 0 }]],
  ])('drops a call that was cut before its arguments were complete (%s)', (_, ends) => {
    const encoder = client.encodeStream(context())
    const before = encoder.push([
      { kind: 'tool-start', index: 0, id: 'c', name: 'f' },
      { kind: 'tool-arguments', index: 0, text: '{"a":' },
      ...ends,
      { kind: 'finish', reason: 'length' },
    ])
    const last = encoder.end()
    expect(before + last).not.toContain('functionCall')
    expect(last).toContain('MAX_TOKENS')
  })

  it('keeps broken arguments of a call that was not cut as text', () => {
    const call: AssistantPart = { kind: 'tool-call', id: 'c', name: 'f', arguments: '{"a":' }
    const { last } = streamed(answer([call], { finish: 'tool-calls' }))
    expect(last).toContain(String.raw`"args":{"_raw":"{\"a\":"}`)
  })

  const word = fc.string({ minLength: 1 })
  const json = fc.dictionary(fc.string(), fc.string()).map((object) => JSON.stringify(object))
  const state = fc.record({
    origin: fc.constant('google' as const),
    value: fc.base64String({ minLength: 4 }),
  })
  const part: fc.Arbitrary<AssistantPart> = fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text: word }),
    fc.record({ kind: fc.constant('reasoning' as const), text: word, state }),
    fc.record({
      kind: fc.constant('tool-call' as const),
      id: fc.stringMatching(/^call_[a-z]{5}$/),
      name: fc.stringMatching(/^[a-z]{1,5}$/),
      arguments: json,
      state,
    }),
    fc.constant({
      kind: 'media' as const,
      mimeType: 'image/png',
      source: { kind: 'data' as const, base64: 'iVBORw0KGgo=' },
    }),
  )
  /** Adjacent texts count as one text, because no protocol distinguishes them. */
  const parts = fc
    .array(part, { maxLength: 6 })
    .map((all) => all.filter((each, index) => each.kind !== 'text' || all[index - 1]?.kind !== 'text'))
  const said = fc
    .record({ parts, finish: fc.constantFrom<FinishReason>('stop', 'length', 'content-filter') })
    .map((own) => {
      const hasCalls = own.parts.some((each) => each.kind === 'tool-call')
      return answer(own.parts, {
        model: 'asked-model',
        finish: hasCalls && own.finish === 'stop' ? 'tool-calls' : own.finish,
      })
    })

  it('and a complete answer come back as they were', () => {
    fc.assert(
      fc.property(said, (spoken) => {
        const { before, last } = streamed(spoken)
        expect(upstream.decodeAnswer(client.encodeAnswer(spoken, context()))).toEqual(spoken)
        expect(assemble(before + last)).toEqual(spoken)
      }),
    )
  })

  it('is the same answer however its events are put together', () => {
    fc.assert(
      fc.property(said, fc.nat(4), (spoken, size) => {
        const encoder = client.encodeStream(context())
        const events = [...replayAnswer(spoken)]
        let text = ''
        for (let at = 0; at < events.length; at += size + 1)
          text += encoder.push(events.slice(at, at + size + 1))
        expect(assemble(text + encoder.end())).toEqual(spoken)
      }),
    )
  })
})

describe('sources', () => {
  it('of a recorded search stand at the characters they support', () => {
    const document = one('gemini.generate-b02452fc6f').response.body as JsonValue
    const { parts } = upstream.decodeAnswer(document)
    const text = parts.find((part) => part.kind === 'text')
    if (text?.kind !== 'text') throw new Error('no text')
    expect(text.citations?.length).toBeGreaterThan(5)
    for (const { start, end, quotedText, url } of text.citations ?? []) {
      expect(text.text.slice(start, end)).toBe(quotedText)
      expect(url).toMatch(/^https:/)
    }
  })

  it('count characters where Google counts bytes, and bytes again for its clients', () => {
    const text = 'Größe 😀 ist gut.'
    const segment = {
      startIndex: Buffer.byteLength('Größe 😀 '),
      endIndex: Buffer.byteLength(text),
      text: 'ist gut.',
    }
    const grounding = {
      groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
      groundingSupports: [{ segment, groundingChunkIndices: [0, 7] }],
    }
    const decoded = upstream.decodeAnswer({
      candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP', groundingMetadata: grounding }],
    })
    const [part] = decoded.parts
    if (part?.kind !== 'text') throw new Error('no text')
    expect(part.citations).toEqual([
      { url: 'https://a.example', title: 'A', start: 9, end: 17, quotedText: 'ist gut.' },
    ])
    expect(candidateOf(client.encodeAnswer(decoded, context())).groundingMetadata).toEqual({
      groundingChunks: grounding.groundingChunks,
      groundingSupports: [{ segment, groundingChunkIndices: [0] }],
    })
  })

  it('support the words of the answer, not those that they are quoted with', () => {
    const source = { url: 'https://a.example', title: 'A', quotedText: 'words of the page' }
    const segmentsOf = (...citations: Citation[]) => {
      const said = answer([{ kind: 'text', text: 'Größe ist gut.', citations }])
      const { groundingSupports } = candidateOf(client.encodeAnswer(said, context()))
        .groundingMetadata as JsonObject
      return (groundingSupports as JsonObject[]).map(({ segment }) => segment)
    }
    expect(segmentsOf({ ...source, start: 0, end: 5 }, source)).toEqual([
      { startIndex: 0, endIndex: 7, text: 'Größe' },
      { text: 'words of the page' },
    ])
  })

  it('of a stream come before its finish and count from its beginning', () => {
    const decoder = upstream.decodeStream()
    const push = (candidate: JsonObject) => decoder.push(JSON.stringify({ candidates: [candidate] }))
    push({ content: { parts: [{ text: 'ä' }] } })
    const segment = { startIndex: 2, endIndex: 3 }
    push({
      content: { parts: [{ text: 'b' }] },
      finishReason: 'STOP',
      groundingMetadata: {
        groundingChunks: [{ web: { uri: 'https://a.example' } }],
        groundingSupports: [{ segment, groundingChunkIndices: [0] }],
      },
    })
    expect(decoder.flush()).toEqual([
      { kind: 'citation', citation: { url: 'https://a.example', title: '', start: 1, end: 2 } },
      { kind: 'finish', reason: 'stop' },
    ])
    expect(decoder.flush()).toEqual([])
  })
})

describe('log probabilities', () => {
  it('come back as they were', () => {
    const token = (text: string, logprob: number) => ({ token: text, logprob, bytes: [...Buffer.from(text)] })
    const logprobs = [{ ...token('Hé', -0.5), top_logprobs: [token('Hé', -0.5), token('Ho', -1.5)] }]
    const said = answer([{ kind: 'text', text: 'Hé' }], { logprobs })
    expect(upstream.decodeAnswer(client.encodeAnswer(said, context())).logprobs).toEqual(logprobs)
    const { before, last } = streamed(said)
    expect(assemble(before + last).logprobs).toEqual(logprobs)
  })
})
