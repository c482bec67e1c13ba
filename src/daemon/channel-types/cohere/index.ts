import { baseUrlOf } from '../addresses.ts'
import { apiKeyField, baseUrlField, bearer } from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'
import { cohereChat } from './codec.ts'
import { cohereEmbedding } from './embedding.ts'
import { cohereRerank } from './rerank.ts'

const BASE_URL = 'https://api.cohere.com'

/** Cohere with the second version of its own API. */
export const cohere: ChannelType = {
  type: 34,
  slug: 'cohere',
  label: 'Cohere',
  ownedBy: 'cohere',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: { chat: cohereChat, embedding: cohereEmbedding, rerank: cohereRerank },
  models: ['command-a-03-2025', 'command-r7b-12-2024', 'command-r-08-2024', 'embed-v4.0', 'rerank-v3.5'],
  streamUsageOption: false,
  target: (call) => ({ url: readUrl(call), headers: bearer(call) }),
}

/** Returns the address of a call. Calls and the list of models have different versions; a version at the end of the base is not repeated. */
function readUrl(call: Call): string {
  const root = baseUrlOf(call.channel, BASE_URL).replace(/\/v\d+$/, '')
  return root + (call.operation === 'models' ? '/v1/models?page_size=1000' : call.path)
}
