import { describe, expect, it } from 'vitest'
import { channelTypes } from '../../../../../src/daemon/channel-types/index.ts'
import { fitVendor } from '../../../../../src/daemon/relay/call/prepare/fit-vendor.ts'
import { steerBody } from '../../../../../src/daemon/relay/call/prepare/steer.ts'
import type { ConversationRoute } from '../../../../recordings/client-routes.ts'
import type { Fields, Recording } from '../../../../recordings/corpus.ts'
import { expectedRequest } from '../../../../recordings/request-edits.ts'
import { aCall } from '../../../channel-types/a-channel.ts'

/** Members of chat requests, each with one value. */
const ofChat: readonly Fields[] = [
  ...[0, 0.5, 1, 1.5].map((temperature) => ({ temperature })),
  ...[{ top_p: 0.9 }, { n: 2 }, { seed: 42 }, { stop: 'x' }, { stop: ['a', 'b'] }],
  ...[{ presence_penalty: 0.5 }, { frequency_penalty: 0.5 }, { logprobs: true, top_logprobs: 2 }],
  ...[{ logit_bias: { '1': 1 } }, { user: 'u' }, { store: true }, { metadata: { a: 'b' } }],
  ...['auto', 'flex', 'priority'].map((service_tier) => ({ service_tier })),
  ...[{ response_format: { type: 'json_object' } }, { parallel_tool_calls: false }, { verbosity: 'low' }],
  ...['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((effort) => ({
    reasoning_effort: effort,
  })),
  ...[{ reasoning: { effort: 'low' } }, { thinking: { type: 'disabled' } }, { enable_thinking: true }],
  ...[{ max_tokens: 100 }, { max_completion_tokens: 100 }, { tool_choice: 'required' }, { top_k: 40 }],
  ...[{ web_search_options: {} }, { modalities: ['text'] }, { prompt_cache_key: 'x' }, { safe_prompt: true }],
  ...[{ provider: { order: ['a'] } }, { transforms: ['middle-out'] }, { usage: { include: true } }],
  ...[{ plugins: [{ id: 'web' }] }, { search_parameters: { mode: 'auto' } }, { random_seed: 1 }],
  {
    messages: [
      { role: 'developer', content: 'd' },
      { role: 'user', content: 'u' },
    ],
  },
  {
    messages: [
      { role: 'user', content: 'u' },
      { role: 'assistant', content: 'a', reasoning_content: 'r' },
    ],
  },
]

const ofResponses: readonly Fields[] = [
  ...[{ temperature: 0.5 }, { top_p: 0.9 }, { top_logprobs: 2 }, { max_output_tokens: 100 }],
  ...['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((effort) => ({
    reasoning: { effort },
  })),
  ...[{ reasoning: { effort: null } }, { reasoning: { summary: 'auto' } }, { text: { verbosity: 'low' } }],
  ...[{ include: ['reasoning.encrypted_content'] }, { truncation: 'auto' }, { store: false }],
  ...['auto', 'flex', 'priority'].map((service_tier) => ({ service_tier })),
  ...['web_search', 'file_search', 'code_interpreter', 'mcp', 'local_shell', 'custom'].map((type) => ({
    tools: [{ type, name: 'f' }],
  })),
]

const ofMessages: readonly Fields[] = [
  ...[{ temperature: 0.5 }, { top_p: 0.9 }, { top_k: 5 }, { max_tokens: 1_000_000 }, { speed: 'fast' }],
  ...[{ thinking: { type: 'enabled', budget_tokens: 2000 } }, { thinking: { type: 'adaptive' } }],
  ...[{ output_config: { effort: 'high' } }, { stop_sequences: ['x'] }, { metadata: { user_id: 'u' } }],
  ...[{ service_tier: 'auto' }, { cache_control: { type: 'ephemeral' } }, { container: 'c' }],
  ...[{ mcp_servers: [{ type: 'url', url: 'x', name: 'n' }] }, { context_management: { edits: [] } }],
  ...['web_search_20250305', 'bash_20250124', 'code_execution_20250825', 'custom'].map((type) => ({
    tools: [{ type, name: 'f' }],
  })),
]

const ofGenerate: readonly Fields[] = [
  ...[{ temperature: 0.5 }, { maxOutputTokens: 1_000_000 }, { thinkingConfig: { thinkingBudget: 0 } }].map(
    (generationConfig) => ({ generationConfig }),
  ),
  ...[{ generation_config: { max_output_tokens: 5 } }, { labels: { a: 'b' } }, { cachedContent: 'c/x' }],
  ...[{ toolConfig: { functionCallingConfig: { mode: 'ANY' } } }, { system_instruction: { parts: [] } }],
  ...['googleSearch', 'urlContext', 'codeExecution', 'googleMaps'].map((name) => ({
    tools: [{ [name]: {} }],
  })),
]

const plain: Readonly<Record<ConversationRoute, Fields>> = {
  chat: {
    messages: [
      { role: 'system', content: 's' },
      { role: 'user', content: 'u' },
    ],
  },
  responses: { input: 'u' },
  messages: { max_tokens: 9, messages: [{ role: 'user', content: 'u' }] },
  generate: {
    contents: [{ role: 'user', parts: [{ text: 'u' }] }],
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
  },
}

const wishes: Readonly<Record<ConversationRoute, readonly Fields[]>> = {
  chat: ofChat,
  responses: ofResponses,
  messages: ofMessages,
  generate: ofGenerate,
}

/** Provider, number of its channel type, format and models. */
const vendors: readonly (readonly [string, number, ConversationRoute, string])[] = [
  [
    'openai',
    1,
    'chat',
    'gpt-4o gpt-4o-search-preview gpt-4o-audio-preview gpt-4.1-nano gpt-3.5-turbo gpt-4-turbo gpt-4',
  ],
  [
    'openai',
    1,
    'chat',
    'gpt-5 gpt-5-mini gpt-5-chat-latest gpt-5.1 gpt-5.2 gpt-5.4 gpt-5.4-nano gpt-5.5 gpt-5.6-sol',
  ],
  ['openai', 1, 'chat', 'gpt-5-search-api gpt-5.2-chat-latest o1 o1-mini o3 o3-mini o4-mini'],
  [
    'openai',
    1,
    'responses',
    'gpt-4o gpt-4.1 gpt-5 gpt-5-pro gpt-5-codex gpt-5.1-codex-max gpt-5.2-codex gpt-5.2-pro',
  ],
  [
    'openai',
    1,
    'responses',
    'gpt-5.1 gpt-5.4 gpt-5.4-pro gpt-5.6-luna o3 o4-mini o3-deep-research computer-use-preview',
  ],
  [
    'groq',
    1,
    'chat',
    'llama-3.3-70b-versatile openai/gpt-oss-20b moonshotai/kimi-k2-instruct qwen/qwen3-32b',
  ],
  ['azure', 3, 'chat', 'gpt-4o gpt-5-mini o4-mini'],
  ['azure', 3, 'responses', 'gpt-5-mini'],
  ['github-models', 49, 'chat', 'gpt-4.1 openai/gpt-5-mini'],
  [
    'openrouter',
    20,
    'chat',
    'openai/gpt-4o openai/o3 openai/gpt-5-mini anthropic/claude-haiku-4.5 x-ai/grok-4',
  ],
  ['openrouter', 20, 'responses', 'openai/gpt-5-nano google/gemini-2.5-flash-lite'],
  ['xai', 48, 'chat', 'grok-4.3 grok-4 grok-3 grok-3-mini grok-4-fast-non-reasoning grok-code-fast-1'],
  ['xai', 48, 'responses', 'grok-4.3'],
  ['deepseek', 43, 'chat', 'deepseek-chat deepseek-reasoner deepseek-v4-flash'],
  ['mistral', 42, 'chat', 'mistral-large-latest magistral-medium-latest'],
  ['dashscope', 17, 'chat', 'qwen-plus qwen3-max qwq-plus'],
  ['ollama', 4, 'chat', 'llama3.2 gpt-oss:20b'],
  ['anthropic', 14, 'messages', 'claude-sonnet-4-5 claude-opus-4-8 claude-3-haiku-20240307 claude-sonnet-5'],
  [
    'google',
    24,
    'generate',
    'gemini-2.5-flash gemini-3-pro-preview gemini-2.5-flash-image gemini-2.5-flash-preview-tts',
  ],
  ['vertex', 41, 'generate', 'gemini-2.5-flash'],
]

describe('findings relay 3 and 9: a request reaches a vendor of its own format with what the vendor takes, and nothing else is changed', () => {
  const rows = vendors.flatMap(([provider, type, route, models]) =>
    models.split(' ').map((model) => [provider, route, model, type] as const),
  )

  it.each(rows)('%s, %s of %s: member by member', (provider, route, model, number) => {
    const type = channelTypes.get(number)
    if (!type) throw new Error(`no type ${number}`)
    const call = aCall({ operation: route, model })
    for (const wish of wishes[route]) {
      const body = { ...(route === 'generate' ? {} : { model }), ...plain[route], ...wish }
      const steered = steerBody(JSON.parse(JSON.stringify(body)), type, call, { acceptsUnpriced: true })
      const recording = { provider, protocol: '', request: { body }, facts: { model } }
      const { body: due } = expectedRequest(recording as unknown as Recording, {
        route,
        json: body,
        path: '',
        headers: {},
        body: Buffer.from(''),
        isStream: false,
      })
      expect(fitVendor(steered.body, call, type).body, JSON.stringify(wish)).toEqual(due)
    }
  })
})
