import { channelFaults } from '../../errors/channel-faults.ts'
import { openaiChat, openaiEmbedding } from '../../protocols/openai/index.ts'
import { baseUrlOf, misconfigured } from '../addresses.ts'
import { apiKeyField, baseUrlField, bearer } from '../openai-family.ts'
import { shapeForReasoning } from '../reasoning-families.ts'
import type { Call, ChannelType } from '../types.ts'

const BASE_URL = 'https://models.github.ai'

/** GitHub Models. The key is a fine-grained token with `models:read`; an organisation in `other` is billed instead of the user. */
export const githubModels: ChannelType = {
  type: 49,
  slug: 'github-models',
  label: 'GitHub Models',
  ownedBy: 'github',
  fields: {
    key: apiKeyField({ parts: ['personal access token'] }),
    baseUrl: baseUrlField(BASE_URL),
    other: {
      label: { en: 'Organization', zh: '组织' },
      hint: {
        en: 'Login of the organization that pays; empty = the token’s owner.',
        zh: '付费组织的登录名；留空则由令牌所有者承担。',
      },
    },
  },
  serves: { chat: openaiChat, embedding: openaiEmbedding },
  models: [
    'openai/gpt-4.1',
    'openai/gpt-4.1-mini',
    'openai/gpt-4o',
    'openai/gpt-5',
    'openai/gpt-5-mini',
    'openai/o4-mini',
    'deepseek/deepseek-r1-0528',
    'deepseek/deepseek-v3-0324',
    'meta/llama-4-scout-17b-16e-instruct',
    'mistral-ai/mistral-medium-2505',
    'openai/text-embedding-3-small',
  ],
  streamUsageOption: true,
  target: (call) => ({
    url: readUrl(call),
    headers: {
      ...bearer(call),
      'x-github-api-version': '2022-11-28',
      ...(!call.isStream && { accept: 'application/vnd.github+json' }),
    },
  }),
  shapeRequest: (body, call) => (call.operation === 'chat' ? shapeForReasoning(body, call.model) : body),
}

/** Returns the address of a call. The base may already end in `/inference`. */
function readUrl(call: Call): string {
  const base = baseUrlOf(call.channel, BASE_URL).replace(/\/inference$/, '')
  if (call.operation === 'models') return `${base}/catalog/models`
  const organization = call.channel.other.trim()
  if (organization !== '' && !/^[\w-]+$/.test(organization))
    throw misconfigured(call.channel, channelFaults.badOrganization)
  const owner = organization === '' ? '' : `/orgs/${organization}`
  return `${base}${owner}/inference${call.path.replace(/^\/v1/, '')}`
}
