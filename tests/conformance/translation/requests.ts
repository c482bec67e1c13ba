import type { JsonObject } from '../../../src/daemon/protocols/types.ts'

/** The four protocols of clients. */
export type ProtocolName = 'chat' | 'responses' | 'messages' | 'generate'

/** One feature of client requests, as each protocol expresses it; absent = the protocol does not have it. */
export interface RequestFeature {
  readonly name: string
  readonly documents: Partial<Record<ProtocolName, JsonObject>>
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PDF = 'JVBERi0xLjQKJSVFT0YK'
const PICTURE_URL = 'https://pictures.example/cat.png'
const CITY: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const PERSON: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
  additionalProperties: false,
}

const chat = (messages: JsonObject[], more: JsonObject = {}): JsonObject => ({
  model: 'm',
  messages,
  ...more,
})
const said = (content: JsonObject[string]): JsonObject => ({ role: 'user', content })
const responses = (input: JsonObject[], more: JsonObject = {}): JsonObject => ({ model: 'm', input, ...more })
const messages = (list: JsonObject[], more: JsonObject = {}): JsonObject => ({
  model: 'm',
  max_tokens: 4096,
  messages: list,
  ...more,
})
const generate = (contents: JsonObject[], more: JsonObject = {}): JsonObject => ({
  model: 'm',
  stream: false,
  contents,
  ...more,
})
const turn = (role: 'user' | 'model', ...parts: JsonObject[]): JsonObject => ({ role, parts })

const chatTool = { type: 'function', function: { name: 'weather', description: 'Weather', parameters: CITY } }
const responsesTool = {
  type: 'function',
  name: 'weather',
  description: 'Weather',
  parameters: CITY,
  strict: false,
}
const messagesTool = { name: 'weather', description: 'Weather', input_schema: CITY }
const generateTool = {
  functionDeclarations: [{ name: 'weather', description: 'Weather', parametersJsonSchema: CITY }],
}

const hi = 'Say hello.'
const ask = 'How warm is it in Paris and in Rome?'

const twoCalls = {
  chat: [
    said(ask),
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
        { id: 'call_2', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '21 degrees' },
    { role: 'tool', tool_call_id: 'call_2', content: '27 degrees' },
  ],
  responses: [
    said(ask),
    { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Paris"}' },
    { type: 'function_call', call_id: 'call_2', name: 'weather', arguments: '{"city":"Rome"}' },
    { type: 'function_call_output', call_id: 'call_1', output: '21 degrees' },
    { type: 'function_call_output', call_id: 'call_2', output: '27 degrees' },
  ],
  messages: [
    said(ask),
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Paris' } },
        { type: 'tool_use', id: 'call_2', name: 'weather', input: { city: 'Rome' } },
      ],
    },
    said([
      { type: 'tool_result', tool_use_id: 'call_1', content: '21 degrees' },
      { type: 'tool_result', tool_use_id: 'call_2', content: '27 degrees' },
    ]),
  ],
  generate: [
    turn('user', { text: ask }),
    turn(
      'model',
      { functionCall: { id: 'call_1', name: 'weather', args: { city: 'Paris' } } },
      { functionCall: { id: 'call_2', name: 'weather', args: { city: 'Rome' } } },
    ),
    turn(
      'user',
      { functionResponse: { id: 'call_1', name: 'weather', response: { result: '21 degrees' } } },
      { functionResponse: { id: 'call_2', name: 'weather', response: { result: '27 degrees' } } },
    ),
  ],
}

/** The features that the matrix tests for every pair, in the order of its rows. */
export const requestFeatures: readonly RequestFeature[] = [
  {
    name: 'plain',
    documents: {
      chat: chat([said(hi)]),
      responses: responses([said(hi)]),
      messages: messages([said(hi)]),
      generate: generate([turn('user', { text: hi })]),
    },
  },
  {
    name: 'system prompt',
    documents: {
      chat: chat([{ role: 'system', content: 'Be brief.' }, said(hi)]),
      responses: responses([said(hi)], { instructions: 'Be brief.' }),
      messages: messages([said(hi)], { system: 'Be brief.' }),
      generate: generate([turn('user', { text: hi })], {
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
      }),
    },
  },
  {
    name: 'several turns',
    documents: {
      chat: chat([said(hi), { role: 'assistant', content: 'Hello!' }, said('Again.')]),
      responses: responses([said(hi), { role: 'assistant', content: 'Hello!' }, said('Again.')]),
      messages: messages([said(hi), { role: 'assistant', content: 'Hello!' }, said('Again.')]),
      generate: generate([
        turn('user', { text: hi }),
        turn('model', { text: 'Hello!' }),
        turn('user', { text: 'Again.' }),
      ]),
    },
  },
  {
    name: 'image, inline',
    documents: {
      chat: chat([
        said([
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
        ]),
      ]),
      responses: responses([
        said([
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image_url: `data:image/png;base64,${PIXEL}` },
        ]),
      ]),
      messages: messages([
        said([
          { type: 'text', text: 'What is this?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
        ]),
      ]),
      generate: generate([
        turn('user', { text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: PIXEL } }),
      ]),
    },
  },
  {
    name: 'image, by link',
    documents: {
      chat: chat([said([{ type: 'image_url', image_url: { url: PICTURE_URL } }])]),
      responses: responses([said([{ type: 'input_image', image_url: PICTURE_URL }])]),
      messages: messages([said([{ type: 'image', source: { type: 'url', url: PICTURE_URL } }])]),
      generate: generate([turn('user', { fileData: { mimeType: 'image/png', fileUri: PICTURE_URL } })]),
    },
  },
  {
    name: 'document (PDF)',
    documents: {
      chat: chat([
        said([
          { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` } },
        ]),
      ]),
      responses: responses([
        said([{ type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` }]),
      ]),
      messages: messages([
        said([
          {
            type: 'document',
            title: 'a.pdf',
            source: { type: 'base64', media_type: 'application/pdf', data: PDF },
          },
        ]),
      ]),
      generate: generate([turn('user', { inlineData: { mimeType: 'application/pdf', data: PDF } })]),
    },
  },
  {
    name: 'one tool',
    documents: {
      chat: chat([said(ask)], { tools: [chatTool] }),
      responses: responses([said(ask)], { tools: [responsesTool] }),
      messages: messages([said(ask)], { tools: [messagesTool] }),
      generate: generate([turn('user', { text: ask })], { tools: [generateTool] }),
    },
  },
  {
    name: 'parallel tool calls and their results',
    documents: {
      chat: chat(twoCalls.chat, { tools: [chatTool] }),
      responses: responses(twoCalls.responses, { tools: [responsesTool] }),
      messages: messages(twoCalls.messages, { tools: [messagesTool] }),
      generate: generate(twoCalls.generate, { tools: [generateTool] }),
    },
  },
  {
    name: 'no parallel tool calls',
    documents: {
      chat: chat([said(ask)], { tools: [chatTool], parallel_tool_calls: false }),
      responses: responses([said(ask)], { tools: [responsesTool], parallel_tool_calls: false }),
      messages: messages([said(ask)], {
        tools: [messagesTool],
        tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      }),
    },
  },
  {
    name: 'some tool is forced',
    documents: {
      chat: chat([said(ask)], { tools: [chatTool], tool_choice: 'required' }),
      responses: responses([said(ask)], { tools: [responsesTool], tool_choice: 'required' }),
      messages: messages([said(ask)], { tools: [messagesTool], tool_choice: { type: 'any' } }),
      generate: generate([turn('user', { text: ask })], {
        tools: [generateTool],
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      }),
    },
  },
  {
    name: 'one tool is forced',
    documents: {
      chat: chat([said(ask)], {
        tools: [chatTool],
        tool_choice: { type: 'function', function: { name: 'weather' } },
      }),
      responses: responses([said(ask)], {
        tools: [responsesTool],
        tool_choice: { type: 'function', name: 'weather' },
      }),
      messages: messages([said(ask)], {
        tools: [messagesTool],
        tool_choice: { type: 'tool', name: 'weather' },
      }),
      generate: generate([turn('user', { text: ask })], {
        tools: [generateTool],
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
      }),
    },
  },
  {
    name: 'free-text (custom) tool',
    documents: {
      chat: chat([said('Write a patch.')], {
        tools: [{ type: 'custom', custom: { name: 'apply_patch', description: 'Applies a patch' } }],
      }),
      responses: responses([said('Write a patch.')], {
        tools: [{ type: 'custom', name: 'apply_patch', description: 'Applies a patch' }],
      }),
    },
  },
  {
    name: 'web search',
    documents: {
      chat: chat([said('News?')], { web_search_options: {} }),
      responses: responses([said('News?')], { tools: [{ type: 'web_search' }] }),
      messages: messages([said('News?')], { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
      generate: generate([turn('user', { text: 'News?' })], { tools: [{ googleSearch: {} }] }),
    },
  },
  {
    name: 'tool that runs at its vendor, offered',
    documents: {
      chat: chat([said('Count it.')], { tools: [chatTool, { type: 'retrieval', retrieval: {} }] }),
      responses: responses([said('Count it.')], {
        tools: [responsesTool, { type: 'code_interpreter', container: { type: 'auto' } }],
      }),
      messages: messages([said('Count it.')], {
        tools: [messagesTool, { type: 'code_execution_20250825', name: 'code_execution' }],
      }),
      generate: generate([turn('user', { text: 'Count it.' })], {
        tools: [generateTool, { codeExecution: {} }],
      }),
    },
  },
  {
    name: 'tool that runs at its vendor, forced',
    documents: {
      chat: chat([said('Count it.')], {
        tools: [chatTool, { type: 'retrieval', retrieval: {} }],
        tool_choice: { type: 'retrieval' },
      }),
      responses: responses([said('Count it.')], {
        tools: [responsesTool, { type: 'code_interpreter', container: { type: 'auto' } }],
        tool_choice: { type: 'code_interpreter' },
      }),
      messages: messages([said('Count it.')], {
        tools: [messagesTool, { type: 'code_execution_20250825', name: 'code_execution' }],
        tool_choice: { type: 'tool', name: 'code_execution' },
      }),
    },
  },
  {
    name: 'tool that its vendor defines and the client runs',
    documents: {
      responses: responses([said('Count it.')], { tools: [responsesTool, { type: 'apply_patch' }] }),
      messages: messages([said('Count it.')], {
        tools: [messagesTool, { type: 'bash_20250124', name: 'bash' }],
      }),
    },
  },
  {
    name: 'answer by JSON schema',
    documents: {
      chat: chat([said('Who?')], {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'person', schema: PERSON, strict: true },
        },
      }),
      responses: responses([said('Who?')], {
        text: { format: { type: 'json_schema', name: 'person', schema: PERSON, strict: true } },
      }),
      messages: messages([said('Who?')], {
        output_config: { format: { type: 'json_schema', schema: PERSON } },
      }),
      generate: generate([turn('user', { text: 'Who?' })], {
        generationConfig: { responseMimeType: 'application/json', responseJsonSchema: PERSON },
      }),
    },
  },
  {
    name: 'answer in JSON',
    documents: {
      chat: chat([said('Who? Answer in JSON.')], { response_format: { type: 'json_object' } }),
      responses: responses([said('Who? Answer in JSON.')], { text: { format: { type: 'json_object' } } }),
      generate: generate([turn('user', { text: 'Who? Answer in JSON.' })], {
        generationConfig: { responseMimeType: 'application/json' },
      }),
    },
  },
  {
    name: 'reasoning effort',
    documents: {
      chat: chat([said(hi)], { reasoning_effort: 'high' }),
      responses: responses([said(hi)], { reasoning: { effort: 'high' } }),
      messages: messages([said(hi)], {
        thinking: { type: 'adaptive' },
        output_config: { effort: 'high' },
      }),
      generate: generate([turn('user', { text: hi })], {
        generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } },
      }),
    },
  },
  {
    name: 'signed reasoning of earlier turns',
    documents: {
      responses: responses(
        [
          said(ask),
          {
            type: 'reasoning',
            id: 'rs_1',
            summary: [{ type: 'summary_text', text: 'Two cities.' }],
            encrypted_content: 'sealed',
          },
          { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Paris"}' },
          { type: 'function_call_output', call_id: 'call_1', output: '21 degrees' },
        ],
        { tools: [responsesTool] },
      ),
      messages: messages(
        [
          said(ask),
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Two cities.', signature: 'sealed' },
              { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Paris' } },
            ],
          },
          said([{ type: 'tool_result', tool_use_id: 'call_1', content: '21 degrees' }]),
        ],
        { tools: [messagesTool], thinking: { type: 'adaptive' } },
      ),
      generate: generate(
        [
          turn('user', { text: ask }),
          turn('model', {
            functionCall: { id: 'call_1', name: 'weather', args: { city: 'Paris' } },
            thoughtSignature: 'c2VhbGVk',
          }),
          turn('user', {
            functionResponse: { id: 'call_1', name: 'weather', response: { result: '21 degrees' } },
          }),
        ],
        { tools: [generateTool] },
      ),
    },
  },
  {
    name: 'cache marks',
    documents: {
      messages: messages([said(hi)], {
        system: [{ type: 'text', text: 'A long handbook.', cache_control: { type: 'ephemeral' } }],
      }),
    },
  },
  {
    name: 'vendor shortens the conversation',
    documents: {
      responses: responses([said(hi)], {
        context_management: [{ type: 'compaction', compact_threshold: 100_000 }],
      }),
      messages: messages([said(hi)], {
        context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      }),
    },
  },
  {
    name: 'stop sequences',
    documents: {
      chat: chat([said(hi)], { stop: ['END'] }),
      messages: messages([said(hi)], { stop_sequences: ['END'] }),
      generate: generate([turn('user', { text: hi })], { generationConfig: { stopSequences: ['END'] } }),
    },
  },
  {
    name: 'output limit',
    documents: {
      chat: chat([said(hi)], { max_completion_tokens: 321 }),
      responses: responses([said(hi)], { max_output_tokens: 321 }),
      messages: messages([said(hi)], { max_tokens: 321 }),
      generate: generate([turn('user', { text: hi })], { generationConfig: { maxOutputTokens: 321 } }),
    },
  },
  {
    name: 'temperature',
    documents: {
      chat: chat([said(hi)], { temperature: 0.5 }),
      responses: responses([said(hi)], { temperature: 0.5 }),
      messages: messages([said(hi)], { temperature: 0.5 }),
      generate: generate([turn('user', { text: hi })], { generationConfig: { temperature: 0.5 } }),
    },
  },
  {
    name: 'top_k',
    documents: {
      messages: messages([said(hi)], { top_k: 40 }),
      generate: generate([turn('user', { text: hi })], { generationConfig: { topK: 40 } }),
    },
  },
  {
    name: 'seed and penalties',
    documents: {
      chat: chat([said(hi)], { seed: 7, presence_penalty: 0.5, frequency_penalty: 0.5 }),
      generate: generate([turn('user', { text: hi })], {
        generationConfig: { seed: 7, presencePenalty: 0.5, frequencyPenalty: 0.5 },
      }),
    },
  },
  {
    name: 'several answers (n)',
    documents: {
      chat: chat([said(hi)], { n: 2 }),
      generate: generate([turn('user', { text: hi })], { generationConfig: { candidateCount: 2 } }),
    },
  },
  {
    name: 'stored conversation',
    documents: { responses: responses([said(hi)], { previous_response_id: 'resp_1' }) },
  },
]
