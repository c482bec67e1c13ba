import { channelFaults } from '../../errors/channel-faults.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { baseUrlOf, misconfigured } from '../addresses.ts'
import { noModelList } from '../no-model-list.ts'
import { apiKeyField, baseUrlField, bearer } from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'
import { aiProxyLibraryChat } from './codec.ts'

const BASE_URL = 'https://api.aiproxy.io'

/** AI Proxy's knowledge bases. The service has not been reachable for a long time. */
export const aiProxyLibrary: ChannelType = {
  type: 21,
  slug: 'ai-proxy-library',
  label: 'AI Proxy knowledge base',
  ownedBy: 'aiproxy',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField(BASE_URL),
    other: { label: { en: 'Knowledge base id', zh: '知识库 ID' }, required: true },
  },
  serves: { chat: aiProxyLibraryChat },
  models: [],
  streamUsageOption: false,
  target: (call) => ({ url: readUrl(call), headers: bearer(call) }),
  shapeRequest: (body, call): JsonObject => ({ ...body, libraryId: readLibrary(call) }),
}

function readUrl(call: Call): string {
  const base = baseUrlOf(call.channel, BASE_URL)
  if (call.operation === 'models') return noModelList()
  readLibrary(call)
  return base + call.path
}

function readLibrary({ channel }: Call): string {
  const id = channel.other.trim()
  if (id === '') throw misconfigured(channel, channelFaults.noKnowledgeBase)
  return id
}
