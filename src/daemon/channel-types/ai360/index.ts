import { openaiChat, openaiEmbedding } from '../../protocols/openai/index.ts'
import { apiKeyField, baseUrlField, openAiTarget } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'

const BASE_URL = 'https://api.360.cn'

/** Models of 360. Based on its documentation of 2024 and not verified since. */
export const ai360: ChannelType = {
  type: 19,
  slug: 'ai360',
  label: '360',
  ownedBy: '360',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: { chat: openaiChat, embedding: openaiEmbedding },
  models: [
    '360gpt2-pro',
    '360gpt2-o1',
    '360gpt-pro',
    '360gpt-turbo',
    '360zhinao2-o1',
    'embedding_s1_v1',
    'semantic_similarity_s1_v1',
  ],
  streamUsageOption: true,
  target: openAiTarget(BASE_URL),
}
