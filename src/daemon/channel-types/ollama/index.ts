import { anthropicMessages } from '../../protocols/anthropic/index.ts'
import { openaiChat, openaiCompletion, openaiEmbedding } from '../../protocols/openai/index.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import { baseUrlOf } from '../addresses.ts'
import { anthropicHeaders, apiKeyField, baseUrlField, bearer, openAiTarget } from '../openai-family.ts'
import type { Call, Channel, ChannelType, Target } from '../types.ts'
import { ollamaChat } from './codec.ts'
import { ollamaEmbedding } from './embedding.ts'

const BASE_URL = 'http://localhost:11434'

/** The value of `other` that selects Ollama's own API. Only that API accepts the runner's options (`num_ctx`, …). */
const NATIVE = 'native'
const isNative = ({ other }: Channel): boolean => other.trim().toLowerCase() === NATIVE

/**
 * Ollama with its OpenAI-compatible API, or with its own if the channel is set to it. A key is needed only behind a proxy and
 * in its cloud.
 */
export const ollama: ChannelType = {
  type: 4,
  slug: 'ollama',
  label: 'Ollama',
  ownedBy: 'ollama',
  fields: {
    key: apiKeyField({ optional: true }),
    baseUrl: baseUrlField(BASE_URL),
    other: {
      label: { en: 'API', zh: '接口' },
      hint: {
        en: 'Empty: the OpenAI-compatible API. native: Ollama’s own, whose options (num_ctx, keep_alive) can be set as parameter override.',
        zh: '留空使用 OpenAI 兼容接口；填写 native 使用 Ollama 原生接口，可通过参数覆盖设置 num_ctx、keep_alive 等选项。',
      },
      check: (text) =>
        text.trim() === '' || text.trim().toLowerCase() === NATIVE
          ? undefined
          : { en: 'Leave it empty or enter native.', zh: '请留空或填写 native。' },
    },
  },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    embedding: openaiEmbedding,
    responses: openaiResponses,
    messages: anthropicMessages,
  },
  speaks: (operation, _model, channel) =>
    !isNative(channel) || operation === 'chat' || operation === 'embedding',
  codecFor: (operation, channel) => {
    if (!isNative(channel)) return undefined
    return operation === 'chat' ? ollamaChat : operation === 'embedding' ? ollamaEmbedding : undefined
  },
  traits: () => ({ takesMediaUrls: false, takesForcedToolChoice: false }),
  models: [
    'gpt-oss:20b',
    'gpt-oss:120b',
    'qwen3:8b',
    'llama3.1:8b',
    'deepseek-r1:8b',
    'gemma3:12b',
    'nomic-embed-text',
  ],
  streamUsageOption: true,
  target: (call) =>
    call.path.startsWith('/api/')
      ? {
          url: baseUrlOf(call.channel, BASE_URL).replace(/\/(?:v1|api)$/, '') + call.path,
          headers: bearer(call),
        }
      : target(call),
}

const openAi = openAiTarget(BASE_URL)
const target = (call: Call): Target =>
  call.operation === 'messages' ? { url: openAi(call).url, headers: anthropicHeaders(call) } : openAi(call)
