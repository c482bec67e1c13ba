import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiModeration,
} from '../../protocols/openai/index.ts'
import { baseUrlOf } from '../addresses.ts'
import { dashboardBalance } from '../balances.ts'
import { apiKeyField, baseUrlField, openAiTarget, organizationField } from '../openai-family.ts'
import { shapeForReasoning } from '../reasoning-families.ts'
import type { ChannelType } from '../types.ts'

const BASE_URL = 'https://api.openai.com'
const target = openAiTarget(BASE_URL)

/** OpenAI itself, and every relay that looks like it. */
export const openai: ChannelType = {
  type: 1,
  slug: 'openai',
  label: 'OpenAI',
  ownedBy: 'openai',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL), openaiOrganization: organizationField },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    embedding: openaiEmbedding,
    moderation: openaiModeration,
  },
  models: [
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-5.6-luna',
    'gpt-5.5',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-5.4-nano',
    'gpt-5.2',
    'gpt-5.1',
    'gpt-5',
    'gpt-5-mini',
    'gpt-5-nano',
    'gpt-4.1',
    'gpt-4.1-mini',
    'gpt-4o',
    'gpt-4o-mini',
    'o3',
    'o4-mini',
    'text-embedding-3-small',
    'text-embedding-3-large',
    'omni-moderation-latest',
  ],
  streamUsageOption: true,
  target: (call) => {
    const { url, headers } = target(call)
    const organization = call.channel.openaiOrganization.trim()
    return {
      url,
      headers: organization === '' ? headers : { ...headers, 'openai-organization': organization },
    }
  },
  shapeRequest: (body, call) => (call.operation === 'chat' ? shapeForReasoning(body, call.model) : body),
  balance: dashboardBalance((call) => baseUrlOf(call.channel, BASE_URL)),
}
