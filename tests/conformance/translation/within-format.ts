import { channelTypeCatalogue } from '../../../src/daemon/channel-types/catalogue.ts'
import { channelTypes } from '../../../src/daemon/channel-types/index.ts'
import type { Call, Channel, ChannelType } from '../../../src/daemon/channel-types/types.ts'
import type { Codec, JsonObject } from '../../../src/daemon/protocols/types.ts'
import { fitVendor } from '../../../src/daemon/relay/call/prepare/fit-vendor.ts'
import { codecOf } from '../../../src/daemon/relay/route/wire.ts'
import { adapters, type Protocol, protocols } from './judge.ts'
import type { ProtocolName } from './requests.ts'

/** How a client's wishes fare at a vendor that uses the client's own format. */
export interface VendorLosses {
  readonly protocol: Protocol
  readonly vendor: string
  readonly model: string
  /** Fields that are left out or weakened, and announced. */
  readonly announced: readonly string[]
  /** Wishes that have no effect and are not announced. */
  readonly silent: readonly string[]
}

/** Models of families that differ from the first model in their vendor's list. */
const MORE_MODELS: Readonly<Record<number, readonly string[]>> = {
  1: ['gpt-5', 'gpt-4.1', 'o3'],
  14: ['claude-sonnet-4-5-thinking'],
  16: ['glm-4.6'],
  25: ['kimi-k2.6', 'moonshot-v1-8k'],
  35: ['MiniMax-M2'],
  41: ['claude-sonnet-4-5@20250929'],
  43: ['deepseek-reasoner'],
  48: ['grok-4.3'],
}

const schema: JsonObject = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
const chatTools = [{ type: 'function', function: { name: 'look', parameters: schema } }]
const messagesTools = [{ name: 'look', input_schema: schema }]
const user = { role: 'user', content: 'Hi.' }

/** A plain question in each format, and wishes that are added to it one at a time. */
const ASKED: Readonly<
  Record<ProtocolName, { readonly plain: JsonObject; readonly wishes: readonly JsonObject[] }>
> = {
  chat: {
    plain: { messages: [user] },
    wishes: [
      { n: 2 },
      { temperature: 1.9 },
      { temperature: 0.3 },
      { top_p: 0.5 },
      { stop: ['A', 'B'] },
      { seed: 7423 },
      { presence_penalty: 1.5 },
      { frequency_penalty: 1.5 },
      { logit_bias: { '7': -50 } },
      { logprobs: true, top_logprobs: 3 },
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } },
      { tools: chatTools, tool_choice: 'required' },
      { tools: chatTools, tool_choice: { type: 'function', function: { name: 'look' } } },
      { tools: chatTools, parallel_tool_calls: false },
      { reasoning_effort: 'minimal' },
      { reasoning_effort: 'max' },
      { service_tier: 'flex' },
      { verbosity: 'low' },
      { web_search_options: { search_context_size: 'low' } },
      { prediction: { type: 'content', content: 'Hello.' } },
      { max_tokens: 9_000_000 },
      { messages: [user, { role: 'assistant', content: 'Hi.', reasoning_content: 'A greeting.' }, user] },
    ],
  },
  responses: {
    plain: { input: 'Hi.' },
    wishes: [
      { temperature: 0.3 },
      { top_p: 0.5 },
      { top_logprobs: 3 },
      { reasoning: { effort: 'minimal' } },
      { service_tier: 'flex' },
      { max_output_tokens: 9_000_000 },
    ],
  },
  messages: {
    plain: { max_tokens: 4000, messages: [user] },
    wishes: [
      { temperature: 0.3 },
      { top_p: 0.5 },
      { top_k: 7 },
      { tools: messagesTools, tool_choice: { type: 'any' } },
      { tools: messagesTools, tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
      { service_tier: 'standard_only' },
      { inference_geo: 'us' },
      { container: 'container_7423' },
      { cache_control: { type: 'ephemeral' } },
      { max_tokens: 9_000_000 },
      {
        messages: [
          user,
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'A greeting.', signature: '' },
              { type: 'text', text: 'Hi.' },
            ],
          },
          user,
        ],
      },
    ],
  },
  generate: {
    plain: { contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }] },
    wishes: [
      { labels: { team: 'blue' } },
      { serviceTier: 'flex' },
      { generationConfig: { temperature: 0.3, topK: 7 } },
      { generationConfig: { maxOutputTokens: 9_000_000 } },
    ],
  },
}

/** Judges every type whose vendor uses a format of clients, with the first model of its list and some others. */
export function judgeVendors(): readonly VendorLosses[] {
  return protocols.flatMap((protocol) =>
    [...channelTypeCatalogue.values()].flatMap(({ type: number, label, models }) => {
      const type = channelTypes.get(number)
      if (!type) return []
      const first = models.find((model) => !/^(?:bge|text-embedding)/.test(model)) ?? 'some-model'
      const tried = [...new Set([first, ...(MORE_MODELS[number] ?? [])])]
      return tried
        .flatMap((model) => judgeVendor(protocol, type, model) ?? [])
        .map((each) => ({ ...each, vendor: label }))
    }),
  )
}

/** @returns undefined when the vendor uses another format for the model */
function judgeVendor(
  protocol: Protocol,
  type: ChannelType,
  model: string,
): Omit<VendorLosses, 'vendor'> | undefined {
  const channel = { ...CHANNEL, type: type.type }
  const codec = codecOf(type, channel, protocol.codec.operation, model)
  if (codec?.id !== protocol.codec.id) return undefined
  const call = callOf(channel, codec, model)
  const { plain, wishes } = ASKED[protocol.name]
  const before = JSON.stringify(fitVendor({ model, ...plain }, call, type).body)
  const announced = new Set<string>()
  const silent: string[] = []
  for (const wish of wishes) {
    const { body, changed } = fitVendor({ model, ...plain, ...wish }, call, type)
    for (const field of changed) announced.add(field)
    if (changed.length === 0 && JSON.stringify(body) === before) silent.push(JSON.stringify(wish))
  }
  return { protocol, model, announced: [...announced], silent }
}

const CHANNEL: Channel = {
  id: 1,
  type: 0,
  name: '',
  keys: ['k'],
  openaiOrganization: '',
  maxInputTokens: 0,
  baseUrl: '',
  other: 'us-central1',
  modelMapping: new Map(),
  statusCodeMapping: new Map(),
  models: [],
  groups: [],
  autoBan: false,
  testModel: '',
  priority: 0,
  weight: 0,
  tag: '',
  modelPrefix: '',
  setting: {},
  paramOverride: undefined,
  systemPrompt: '',
  status: 1,
  createdTime: 0,
}

const callOf = (channel: Channel, { operation, path }: Codec, model: string): Call => ({
  channel,
  key: 'k',
  operation,
  path,
  model,
  isStream: false,
  query: {},
  headers: {},
  credential: undefined,
  adapters: { ...adapters, claudeThinkingSuffix: true },
})
