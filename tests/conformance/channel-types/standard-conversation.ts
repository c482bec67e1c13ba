import type {
  ConversationRequest,
  MediaPart,
  Tool,
  UserPart,
} from '../../../src/daemon/protocols/conversation/types.ts'
import type { JsonObject, OperationName } from '../../../src/daemon/protocols/types.ts'

const WEATHER: Tool = {
  kind: 'function',
  name: 'get_weather',
  description: 'Tells the weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const TIME: Tool = { kind: 'function', name: 'get_time', description: 'Tells the time.' }

/** A conversation for every vendor: instructions, two calls with their results, and the usual wishes. */
export const STANDARD_CONVERSATION: ConversationRequest = {
  model: 'asked',
  isStream: false,
  turns: [
    { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
    { role: 'user', parts: [{ kind: 'text', text: 'How is it in Rome?' }] },
    {
      role: 'assistant',
      parts: [
        { kind: 'reasoning', text: 'Two questions.' },
        { kind: 'text', text: 'Let me see.' },
        { kind: 'tool-call', id: 'call_1', name: 'get_weather', arguments: '{"city":"Rome"}' },
        { kind: 'tool-call', id: 'call_2', name: 'get_time', arguments: '' },
      ],
    },
    {
      role: 'user',
      parts: [
        { kind: 'tool-result', callId: 'call_1', parts: [{ kind: 'text', text: '{"celsius":27}' }] },
        { kind: 'tool-result', callId: 'call_2', parts: [{ kind: 'text', text: '12:00' }] },
        { kind: 'text', text: 'And tomorrow?' },
      ],
    },
  ],
  tools: [WEATHER, TIME],
  outputTokensMax: 100,
  temperature: 0.5,
  topP: 0.9,
  stop: ['END'],
  user: 'user-1',
}

/** A single question. */
export const PLAIN_QUESTION: ConversationRequest = {
  model: 'asked',
  isStream: false,
  turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  tools: [],
}

const data = (mimeType: string): MediaPart => ({
  kind: 'media',
  mimeType,
  source: { kind: 'data', base64: 'AAAA' },
})
const asked = (...parts: readonly UserPart[]): Partial<ConversationRequest> => ({
  turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }, ...parts] }],
})
const PERSON: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
}

/** An additional wish of a client, with the question and anything else it requires. */
export interface Wish {
  readonly name: string
  readonly asks: Partial<ConversationRequest>
  readonly beside?: Partial<ConversationRequest>
}

const tools = { tools: [WEATHER, TIME] }

/** Wishes that every vendor must carry or announce as lost. */
export const WISHES: readonly Wish[] = [
  { name: 'a picture inside', asks: asked(data('image/png')) },
  {
    name: 'a picture by link',
    asks: asked({ kind: 'media', mimeType: '', source: { kind: 'url', url: 'https://a.example/b.png' } }),
  },
  { name: 'a document inside', asks: asked({ ...data('application/pdf'), name: 'a.pdf' }) },
  { name: 'sound inside', asks: asked(data('audio/wav')) },
  { name: 'a film inside', asks: asked(data('video/mp4')) },
  {
    name: 'a file by id',
    asks: asked({ kind: 'media', mimeType: '', source: { kind: 'file', id: 'file-1' } }),
  },
  { name: 'a cap on the output', asks: { outputTokensMax: 77 } },
  { name: 'a temperature', asks: { temperature: 0.3 } },
  { name: 'a high temperature', asks: { temperature: 1.9 } },
  { name: 'nucleus sampling', asks: { topP: 0.4 } },
  { name: 'top k', asks: { topK: 5 } },
  { name: 'a seed', asks: { seed: 7 } },
  { name: 'a presence penalty', asks: { presencePenalty: 0.6 } },
  { name: 'a frequency penalty', asks: { frequencyPenalty: 0.6 } },
  { name: 'a stop sequence', asks: { stop: ['END'] } },
  { name: 'log probabilities', asks: { logprobs: 2 } },
  { name: 'JSON', asks: { format: { kind: 'json' } } },
  { name: 'a schema', asks: { format: { kind: 'schema', schema: PERSON, name: 'person', isStrict: true } } },
  { name: 'much effort', asks: { reasoning: { effort: 'high' } } },
  {
    name: 'a budget for thinking',
    asks: { outputTokensMax: 9000, reasoning: { budgetTokens: 4000 } },
    beside: { outputTokensMax: 9000 },
  },
  { name: 'few words', asks: { verbosity: 'low' } },
  { name: 'a service tier', asks: { serviceTier: 'priority' } },
  { name: 'tools', asks: tools },
  { name: 'one call at a time', asks: { parallelToolCalls: false }, beside: tools },
  { name: 'no tool', asks: { toolChoice: { kind: 'none' } }, beside: tools },
  { name: 'some tool', asks: { toolChoice: { kind: 'required' } }, beside: tools },
  { name: 'a certain tool', asks: { toolChoice: { kind: 'tool', name: 'get_time' } }, beside: tools },
  {
    name: 'some tools only',
    asks: { toolChoice: { kind: 'allowed', mode: 'auto', names: ['get_time'] } },
    beside: tools,
  },
  {
    name: 'a tool of free text',
    asks: { tools: [{ kind: 'custom', name: 'run', description: 'Runs code.' }] },
  },
  { name: 'a web search', asks: { webSearch: {} } },
  { name: 'a web search in some places', asks: { webSearch: { allowedDomains: ['a.example'] } } },
  { name: 'a web search that must be made', asks: { webSearch: { isForced: true } } },
  {
    name: 'a cache mark',
    asks: { turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi', cache: { seconds: 300 } }] }] },
  },
]

/** Requests in the neutral form for operations that are not conversations: a minimal one and a complete one. */
export const FORM_REQUESTS: Readonly<Partial<Record<OperationName, readonly JsonObject[]>>> = {
  embedding: [
    { input: 'Hello' },
    {
      input: ['Hello', 'World'],
      dimensions: 256,
      encoding_format: 'base64',
      user: 'user-1',
      unheard_of: true,
    },
    { input: [[1, 2, 3]] },
  ],
  rerank: [
    { query: 'fruit', documents: ['apple', 'steel'] },
    {
      query: 'fruit',
      documents: ['apple', { text: 'steel' }],
      top_n: 1,
      return_documents: true,
      unheard_of: true,
    },
    { query: 'fruit', documents: [{ image: 'https://a.example/b.png' }] },
  ],
  image: [
    { prompt: 'a dot' },
    { prompt: 'a dot', size: '1024x1024', quality: 'high', response_format: 'b64_json', user: 'user-1' },
    { prompt: 'a dot', n: 50 },
  ],
  speech: [
    { input: 'hi', voice: 'alloy' },
    { input: 'hi', voice: 'nova', response_format: 'wav', speed: 1.5, instructions: 'Whisper.' },
    { input: 'hi', voice: 'alloy', response_format: 'opus' },
  ],
  video: [
    { prompt: 'a dot' },
    {
      prompt: 'a dot',
      seconds: '8',
      size: '1792x1024',
      input_reference: { image_url: 'data:image/png;base64,iVBORw0=' },
    },
    { prompt: 'a dot', seconds: '12' },
    { prompt: 'a dot', input_reference: { image_url: 'https://a.example/b.png' } },
  ],
}
