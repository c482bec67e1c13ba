import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../src/daemon/protocols/anthropic/index.ts'
import type { AnswerContext } from '../../../src/daemon/protocols/conversation/types.ts'
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

/** What the answer of one vendor is for a client of another format. */
function translated(from: Codec, document: JsonValue, to: Codec): JsonObject {
  if (!from.upstream || !to.client) throw new Error('not a conversation')
  return to.client.encodeAnswer(from.upstream.decodeAnswer(document), context)
}

const before = 'Let me look. '
const cited = 'Paris is big.'

/** The same answer of two vendors: a word about a search, a thought, and a text of which the whole or a word is cited. */
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
