import { openaiChat, openaiCompletion, openaiEmbedding } from '../../protocols/openai/index.ts'
import { apiKeyField, baseUrlField, openAiTarget } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'

const BASE_URL = 'http://localhost:11434'

/** Ollama by its OpenAI-compatible surface. A key is needed only behind a proxy and in its cloud. */
export const ollama: ChannelType = {
  type: 4,
  slug: 'ollama',
  label: 'Ollama',
  ownedBy: 'ollama',
  fields: { key: apiKeyField({ optional: true }), baseUrl: baseUrlField(BASE_URL) },
  serves: { chat: openaiChat, completion: openaiCompletion, embedding: openaiEmbedding },
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
  target: openAiTarget(BASE_URL),
}
