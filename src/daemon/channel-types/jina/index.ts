import { openaiEmbedding, openaiRerank } from '../../protocols/openai/index.ts'
import { apiKeyField, baseUrlField, openAiTarget, renamed } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'

const BASE_URL = 'https://api.jina.ai'

/** Jina's embeddings. The member for the encoding of vectors has another name. */
export const jina: ChannelType = {
  type: 38,
  slug: 'jina',
  label: 'Jina',
  ownedBy: 'jina',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: { embedding: openaiEmbedding, rerank: openaiRerank },
  models: [
    'jina-embeddings-v4',
    'jina-embeddings-v3',
    'jina-clip-v2',
    'jina-code-embeddings-1.5b',
    'jina-reranker-v3',
    'jina-reranker-m0',
    'jina-reranker-v2-base-multilingual',
  ],
  streamUsageOption: false,
  target: openAiTarget(BASE_URL),
  shapeRequest: (body, { operation }) =>
    operation === 'embedding' ? renamed(body, 'encoding_format', 'embedding_type') : body,
}
