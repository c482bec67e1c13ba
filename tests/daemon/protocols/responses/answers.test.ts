import { describe, expect, it } from 'vitest'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationAnswer } from '../../../../src/daemon/protocols/conversation/types.ts'
import { decodeAnswer } from '../../../../src/daemon/protocols/responses/decode-answer.ts'
import { decodeRequest } from '../../../../src/daemon/protocols/responses/decode-request.ts'
import { decodeStream } from '../../../../src/daemon/protocols/responses/decode-stream.ts'
import { encodeAnswer } from '../../../../src/daemon/protocols/responses/encode-answer.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { NO_USAGE } from '../../../../src/daemon/protocols/usage.ts'
import { assemble, contextOf } from './recorded.ts'

const answer: ConversationAnswer = {
  parts: [
    { kind: 'reasoning', text: 'hm', state: { origin: 'anthropic', value: 'sig' } },
    { kind: 'text', text: 'Hi', citations: [{ url: 'https://a', title: 'A', start: 0, end: 2 }] },
    { kind: 'tool-call', id: 'call_1', name: 'f', arguments: '{"a":1}' },
  ],
  finish: 'tool-calls',
  usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5, cacheReadTokens: 4, reasoningTokens: 2 },
}

describe('a written answer', () => {
  it('has every field of the API, nulls written out', () => {
    const body = {
      instructions: 'be kind',
      metadata: { a: 'b' },
      tools: [{ type: 'function', name: 'f' }],
      text: { verbosity: 'low' },
      store: true,
    }
    const response = encodeAnswer(answer, contextOf(body))
    expect(response).toEqual({
      id: expect.stringMatching(/^resp_[0-9a-f]{48}$/),
      object: 'response',
      created_at: 1_760_000_000,
      completed_at: 1_760_000_000,
      status: 'completed',
      background: false,
      error: null,
      frequency_penalty: 0,
      incomplete_details: null,
      instructions: 'be kind',
      max_output_tokens: null,
      max_tool_calls: null,
      model: 'asked-for',
      moderation: null,
      output: [
        {
          id: expect.stringMatching(/^rs_/),
          type: 'reasoning',
          status: 'completed',
          summary: [{ type: 'summary_text', text: 'hm' }],
          encrypted_content: 'gw1.anthropic.sig',
        },
        {
          id: expect.stringMatching(/^msg_/),
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [
            {
              type: 'output_text',
              text: 'Hi',
              annotations: [
                { type: 'url_citation', url: 'https://a', title: 'A', start_index: 0, end_index: 2 },
              ],
              logprobs: [],
            },
          ],
        },
        {
          id: expect.stringMatching(/^fc_/),
          type: 'function_call',
          status: 'completed',
          arguments: '{"a":1}',
          call_id: 'call_1',
          name: 'f',
        },
      ],
      parallel_tool_calls: true,
      presence_penalty: 0,
      previous_response_id: null,
      prompt_cache_key: null,
      prompt_cache_retention: null,
      reasoning: { effort: null, summary: null },
      safety_identifier: null,
      service_tier: 'default',
      store: false,
      temperature: 1,
      text: { format: { type: 'text' }, verbosity: 'low' },
      tool_choice: 'auto',
      tools: [{ type: 'function', name: 'f', description: null, parameters: null, strict: true }],
      top_logprobs: 0,
      top_p: 1,
      truncation: 'disabled',
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 4, cache_write_tokens: 0 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 15,
      },
      user: null,
      metadata: { a: 'b' },
    })
  })

  it('keeps log probabilities and the tier that was used', () => {
    const logprobs = [{ token: 'Hi', logprob: -0.1 }]
    const response = encodeAnswer({ ...answer, logprobs, serviceTier: 'flex' }, contextOf())
    expect(decodeAnswer(response)).toMatchObject({ logprobs, serviceTier: 'flex' })
  })

  it('sent back as history is what the model said', () => {
    const google: ConversationAnswer = {
      parts: [
        { kind: 'reasoning', text: '', state: { origin: 'anthropic', value: 'data' }, isRedacted: true },
        { kind: 'refusal', text: 'no' },
        {
          kind: 'tool-call',
          id: 'c',
          name: 'f',
          arguments: '{}',
          state: { origin: 'google', value: 'sig' },
        },
        { kind: 'tool-call', id: 'd', name: 'apply_patch', arguments: 'text', isCustom: true },
        { kind: 'media', mimeType: 'image/webp', source: { kind: 'data', base64: 'aGk=' } },
      ],
      finish: 'tool-calls',
    }
    for (const each of [google, { ...answer, finish: 'stop' as const }]) {
      const { output } = encodeAnswer(each, contextOf()) as { output: JsonObject[] }
      const { turns } = decodeRequest({ model: 'm', input: output }, new LossList())
      expect(turns).toEqual([{ role: 'assistant', parts: each.parts }])
    }
  })

  it('that broke off is a failed response', () => {
    expect(encodeAnswer({ parts: [], finish: 'error' }, contextOf())).toMatchObject({
      status: 'failed',
      error: { code: 'server_error' },
    })
  })
})

describe('a read stream', () => {
  const read = (...events: JsonObject[]) => {
    const decoder = decodeStream()
    return assemble([...events.flatMap((each) => decoder.push(JSON.stringify(each))), ...decoder.flush()])
  }
  const delta = (type: string, rest: JsonObject): JsonObject => ({ type: `response.${type}.delta`, ...rest })

  it('tells items apart by their place, whatever ids a proxy gives them', () => {
    const { parts } = read(
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { type: 'function_call', id: 'x', call_id: 'c', name: 'f' },
      },
      delta('function_call_arguments', { output_index: 1, item_id: 'y', delta: '{"a"' }),
      delta('function_call_arguments', { output_index: 1, item_id: 'z', delta: ':1}' }),
    )
    expect(parts).toEqual([{ kind: 'tool-call', id: 'c', name: 'f', arguments: '{"a":1}' }])
  })

  it('separates the parts of a summary', () => {
    const { parts } = read(
      delta('reasoning_summary_text', { output_index: 0, summary_index: 0, delta: 'one' }),
      delta('reasoning_summary_text', { output_index: 0, summary_index: 1, delta: 'tw' }),
      delta('reasoning_summary_text', { output_index: 0, summary_index: 1, delta: 'o' }),
    )
    expect(parts).toEqual([{ kind: 'reasoning', text: 'one\n\ntwo' }])
  })

  it('keeps arguments that came before their call', () => {
    const { parts } = read(delta('function_call_arguments', { output_index: 0, delta: '{' }), {
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    })
    expect(parts).toEqual([{ kind: 'tool-call', id: 'c', name: 'f', arguments: '{}' }])
  })

  it('joins several messages and counts citations through all of their text', () => {
    const message = (text: string): JsonObject => ({
      type: 'message',
      content: [
        {
          type: 'output_text',
          text,
          annotations: [{ type: 'url_citation', url: 'u', start_index: 0, end_index: 1 }],
        },
      ],
    })
    const { parts } = decodeAnswer({ status: 'completed', output: [message('abc'), message('de')] })
    expect(parts).toMatchObject([
      {
        kind: 'text',
        text: 'abcde',
        citations: [
          { start: 0, end: 1 },
          { start: 3, end: 4 },
        ],
      },
    ])
  })

  it('counts them through what stands before reasoning and calls too', () => {
    const said = (text: string, annotations: JsonObject[] = []): JsonObject => ({
      type: 'message',
      content: [{ type: 'output_text', text, annotations }],
    })
    const cited = said('Paris is big.', [{ type: 'url_citation', url: 'u', start_index: 0, end_index: 5 }])
    const output = [
      said('Let me look. '),
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e' },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      cited,
    ]
    const { parts } = decodeAnswer({ status: 'completed', output })
    expect(parts.at(-1)).toMatchObject({ text: 'Paris is big.', citations: [{ start: 13, end: 18 }] })
  })

  it('names the family that made its reasoning', () => {
    const { parts } = decodeAnswer({
      model: 'grok-4.3',
      output: [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e' }],
    })
    expect(parts).toMatchObject([{ state: { origin: 'xai', value: 'e', id: 'rs_1' } }])
  })

  it.each([
    null,
    5,
    '',
    [],
    { output: [null, 5, { type: 5 }] },
    { output: [{ type: 'message', content: 5 }] },
  ])('survives %j', (document) => {
    expect(decodeAnswer(document as JsonObject).parts).toEqual([])
    const decoder = decodeStream()
    expect(() =>
      decoder.push(JSON.stringify({ type: 'response.completed', response: document })),
    ).not.toThrow()
  })
})
