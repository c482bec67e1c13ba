import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../src/daemon/protocols/anthropic/index.ts'
import type { AnswerContext } from '../../../src/daemon/protocols/conversation/codec.ts'
import { geminiGenerate } from '../../../src/daemon/protocols/gemini/index.ts'
import { openaiChat } from '../../../src/daemon/protocols/openai/index.ts'
import { openaiResponses } from '../../../src/daemon/protocols/responses/index.ts'
import type { Codec, JsonObject, JsonValue } from '../../../src/daemon/protocols/types.ts'

const context: AnswerContext = {
  model: 'm',
  requestId: 'req',
  created: 1,
  wantsStreamUsage: true,
  wantsReasoningText: true,
  request: { model: 'm', isStream: true, turns: [], tools: [] },
  body: {},
  promptTokensEstimate: 7,
}

/** Translates one vendor's answer for a client of another format. */
function translated(from: Codec, document: JsonValue, to: Codec): JsonObject {
  if (!from.upstream || !to.client) throw new Error('not a conversation')
  return to.client.encodeAnswer(from.upstream.decodeAnswer(document), context)
}

const before = 'Let me look. '
const cited = 'Paris is big.'

/**
 * The same answer of two vendors: a text before a search, a thought, and a text with a citation. Responses cites a part
 * of the text, Anthropic a whole block.
 */
const ofResponses: JsonValue = {
  status: 'completed',
  output: [
    { type: 'message', content: [{ type: 'output_text', text: before, annotations: [] }] },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e' },
    {
      type: 'message',
      content: [
        {
          type: 'output_text',
          text: cited,
          annotations: [{ type: 'url_citation', start_index: 0, end_index: 5, url: 'https://a', title: 'a' }],
        },
      ],
    },
  ],
}
const source = { type: 'web_search_result_location', url: 'https://a', title: 'a', cited_text: 'a city' }
const ofAnthropic: JsonValue = {
  content: [
    { type: 'text', text: before },
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'text', text: 'Paris', citations: [source] },
    { type: 'text', text: ' is big.' },
  ],
  stop_reason: 'end_turn',
}

describe('what a citation supports is the same text in every format', () => {
  it.each([
    ['Responses', openaiResponses, ofResponses],
    ['Anthropic', anthropicMessages, ofAnthropic],
  ] as const)('of an answer of %s', (_name, codec, document) => {
    expect(translated(codec, document, openaiChat)).toMatchObject({
      choices: [
        {
          message: {
            content: before + cited,
            annotations: [{ url_citation: { start_index: 13, end_index: 18 } }],
          },
        },
      ],
    })
    expect(translated(codec, document, geminiGenerate)).toMatchObject({
      candidates: [
        { groundingMetadata: { groundingSupports: [{ segment: { startIndex: 13, endIndex: 18 } }] } },
      ],
    })
    expect(translated(codec, document, openaiResponses)).toMatchObject({
      output: [
        { content: [{ text: before, annotations: [] }] },
        { type: 'reasoning' },
        { content: [{ text: cited, annotations: [{ start_index: 0, end_index: 5 }] }] },
      ],
    })
  })
})

/** Translates one vendor's stream for a client of another format. */
function streamed(from: Codec, chunks: readonly JsonValue[], to: Codec): readonly JsonObject[] {
  if (!from.upstream || !to.client) throw new Error('not a conversation')
  const decoder = from.upstream.decodeStream()
  const encoder = to.client.encodeStream(context)
  const told = chunks.map((each) => encoder.push(decoder.push(JSON.stringify(each))))
  const text = told.join('') + encoder.push(decoder.flush()) + encoder.end()
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as JsonObject)
}

describe('sources of an answer of Google’s that goes on after its text', () => {
  const grounding = {
    groundingChunks: [{ web: { uri: 'https://a', title: 'a' } }],
    groundingSupports: [{ segment: { endIndex: 5, text: 'Paris' }, groundingChunkIndices: [0] }],
  }
  const chunk = (parts: JsonValue[], more: JsonObject = {}): JsonObject => ({
    candidates: [{ content: { parts }, index: 0, ...more }],
  })
  const last = { finishReason: 'STOP', groundingMetadata: grounding }
  const said = chunk([{ text: cited }])
  const call = { functionCall: { name: 'f', args: {} } }
  const signed = { text: '', thoughtSignature: 'c2ln' }
  const annotated = { content: [{ text: cited, annotations: [{ start_index: 0, end_index: 5 }] }] }

  it.each([
    ['with a call', [said, chunk([call], last)], 'function_call'],
    [
      'with a call and more news of the sources',
      [said, chunk([call], last), chunk([], last)],
      'function_call',
    ],
    ['with a signature', [said, chunk([signed], last)], 'reasoning'],
  ] as const)('stand with the text where they come %s', (_name, chunks, next) => {
    const events = streamed(geminiGenerate, chunks, openaiResponses)
    expect(events.at(-1)).toMatchObject({ response: { output: [annotated, { type: next }] } })
    const deltas = streamed(geminiGenerate, chunks, anthropicMessages).flatMap(({ index, delta }) =>
      JSON.stringify(delta ?? '').includes('citations_delta') ? [index] : [],
    )
    expect(deltas).toEqual([0])
  })

  it('stand with the text of a Responses client also where they come after the call', () => {
    const chunks = [said, chunk([call]), chunk([{ text: '' }], last)]
    const events = streamed(geminiGenerate, chunks, openaiResponses)
    expect(events.at(-1)).toMatchObject({ response: { output: [annotated, { type: 'function_call' }] } })
  })
})
