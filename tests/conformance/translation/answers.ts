import type { JsonObject } from '../../../src/daemon/protocols/types.ts'
import type { ProtocolName } from './requests.ts'

/** One feature of upstream answers, as each format expresses it; absent = the format does not have it. */
export interface AnswerFeature {
  readonly name: string
  readonly documents: Partial<Record<ProtocolName, JsonObject>>
}

const chat = (message: JsonObject, finish: string, usage: JsonObject = {}): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'm',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: null, refusal: null, ...message },
      logprobs: null,
      finish_reason: finish,
    },
  ],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, ...usage },
})

const responses = (output: JsonObject[], more: JsonObject = {}, usage: JsonObject = {}): JsonObject => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_760_000_000,
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'm',
  output,
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
    ...usage,
  },
  ...more,
})

const said = (text: string, annotations: JsonObject[] = []): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations, logprobs: [] }],
})

const messages = (
  content: JsonObject[],
  stop: string,
  more: JsonObject = {},
  usage: JsonObject = {},
): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: {
    input_tokens: 100,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 20,
    ...usage,
  },
  ...more,
})

const generate = (parts: JsonObject[], finish: string, usage: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: finish, index: 0 }],
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120, ...usage },
  modelVersion: 'm',
  responseId: 'r1',
})

const call = (n: number, city: string): JsonObject => ({
  id: `call_${n}`,
  type: 'function',
  function: { name: 'weather', arguments: JSON.stringify({ city }) },
})

/** The features that the matrix tests for every pair, in the order of its rows. */
export const answerFeatures: readonly AnswerFeature[] = [
  {
    name: 'text',
    documents: {
      chat: chat({ content: 'Hello, Wörld.' }, 'stop'),
      responses: responses([said('Hello, Wörld.')]),
      messages: messages([{ type: 'text', text: 'Hello, Wörld.' }], 'end_turn'),
      generate: generate([{ text: 'Hello, Wörld.' }], 'STOP'),
    },
  },
  {
    name: 'reasoning text',
    documents: {
      chat: chat({ reasoning_content: 'Think first.', content: 'Yes.' }, 'stop', {
        completion_tokens_details: { reasoning_tokens: 8 },
      }),
      responses: responses(
        [
          { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Think first.' }] },
          said('Yes.'),
        ],
        {},
        { output_tokens_details: { reasoning_tokens: 8 } },
      ),
      messages: messages(
        [
          { type: 'thinking', thinking: 'Think first.', signature: '' },
          { type: 'text', text: 'Yes.' },
        ],
        'end_turn',
      ),
      generate: generate([{ text: 'Think first.', thought: true }, { text: 'Yes.' }], 'STOP', {
        candidatesTokenCount: 12,
        thoughtsTokenCount: 8,
      }),
    },
  },
  {
    name: 'signed reasoning',
    documents: {
      responses: responses([
        {
          id: 'rs_1',
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: 'Think first.' }],
          encrypted_content: 'sealed',
        },
        said('Yes.'),
      ]),
      messages: messages(
        [
          { type: 'thinking', thinking: 'Think first.', signature: 'sealed' },
          { type: 'text', text: 'Yes.' },
        ],
        'end_turn',
      ),
      generate: generate(
        [
          { text: 'Think first.', thought: true },
          {
            functionCall: { id: 'call_1', name: 'weather', args: { city: 'Paris' } },
            thoughtSignature: 'c2VhbGVk',
          },
        ],
        'STOP',
      ),
    },
  },
  {
    name: 'redacted reasoning',
    documents: {
      messages: messages(
        [
          { type: 'redacted_thinking', data: 'sealed' },
          { type: 'text', text: 'Yes.' },
        ],
        'end_turn',
      ),
    },
  },
  {
    name: 'parallel tool calls',
    documents: {
      chat: chat({ tool_calls: [call(1, 'Paris'), call(2, 'Rome')] }, 'tool_calls'),
      responses: responses([
        {
          id: 'fc_1',
          type: 'function_call',
          status: 'completed',
          call_id: 'call_1',
          name: 'weather',
          arguments: '{"city":"Paris"}',
        },
        {
          id: 'fc_2',
          type: 'function_call',
          status: 'completed',
          call_id: 'call_2',
          name: 'weather',
          arguments: '{"city":"Rome"}',
        },
      ]),
      messages: messages(
        [
          { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Paris' } },
          { type: 'tool_use', id: 'call_2', name: 'weather', input: { city: 'Rome' } },
        ],
        'tool_use',
      ),
      generate: generate(
        [
          { functionCall: { id: 'call_1', name: 'weather', args: { city: 'Paris' } } },
          { functionCall: { id: 'call_2', name: 'weather', args: { city: 'Rome' } } },
        ],
        'STOP',
      ),
    },
  },
  {
    name: 'text, then a tool call without arguments',
    documents: {
      chat: chat(
        {
          content: 'I look.',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'now', arguments: '{}' } }],
        },
        'tool_calls',
      ),
      responses: responses([
        said('I look.'),
        {
          id: 'fc_1',
          type: 'function_call',
          status: 'completed',
          call_id: 'call_1',
          name: 'now',
          arguments: '{}',
        },
      ]),
      messages: messages(
        [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'call_1', name: 'now', input: {} },
        ],
        'tool_use',
      ),
      generate: generate(
        [{ text: 'I look.' }, { functionCall: { id: 'call_1', name: 'now', args: {} } }],
        'STOP',
      ),
    },
  },
  {
    name: 'cut by the output limit',
    documents: {
      chat: chat({ content: 'Once upon' }, 'length'),
      responses: responses([said('Once upon')], {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      }),
      messages: messages([{ type: 'text', text: 'Once upon' }], 'max_tokens'),
      generate: generate([{ text: 'Once upon' }], 'MAX_TOKENS'),
    },
  },
  {
    name: 'refused by a content filter',
    documents: {
      chat: chat({ content: 'I' }, 'content_filter'),
      responses: responses([said('I')], {
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
      }),
      messages: messages([{ type: 'text', text: 'I' }], 'refusal'),
      generate: generate([{ text: 'I' }], 'SAFETY'),
    },
  },
  {
    name: 'refusal text',
    documents: {
      chat: chat({ refusal: 'I cannot help with that.' }, 'stop'),
      responses: responses([
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'refusal', refusal: 'I cannot help with that.' }],
        },
      ]),
    },
  },
  {
    name: 'stop sequence hit',
    documents: {
      messages: messages([{ type: 'text', text: 'One, ' }], 'stop_sequence', { stop_sequence: 'two' }),
    },
  },
  {
    name: 'cached and cache-writing prompt',
    documents: {
      chat: chat({ content: 'Yes.' }, 'stop', {
        prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 30 },
      }),
      responses: responses(
        [said('Yes.')],
        {},
        {
          input_tokens_details: { cached_tokens: 40, cache_write_tokens: 30 },
        },
      ),
      messages: messages(
        [{ type: 'text', text: 'Yes.' }],
        'end_turn',
        {},
        {
          input_tokens: 30,
          cache_read_input_tokens: 40,
          cache_creation_input_tokens: 30,
        },
      ),
      generate: generate([{ text: 'Yes.' }], 'STOP', { cachedContentTokenCount: 40 }),
    },
  },
  {
    name: 'citations',
    documents: {
      chat: chat(
        {
          content: 'Paris is large.',
          annotations: [
            {
              type: 'url_citation',
              url_citation: { start_index: 0, end_index: 15, url: 'https://a.example/', title: 'A' },
            },
          ],
        },
        'stop',
      ),
      responses: responses([
        said('Paris is large.', [
          { type: 'url_citation', start_index: 0, end_index: 15, url: 'https://a.example/', title: 'A' },
        ]),
      ]),
      messages: messages(
        [
          {
            type: 'text',
            text: 'Paris is large.',
            citations: [
              {
                type: 'web_search_result_location',
                url: 'https://a.example/',
                title: 'A',
                cited_text: 'large',
                encrypted_index: 'x',
              },
            ],
          },
        ],
        'end_turn',
      ),
    },
  },
]
