import { noModelList } from '../no-model-list.ts'
import { apiKeyField, baseUrlField, openAiTarget } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'
import { difyChat } from './codec.ts'

const BASE_URL = 'https://api.dify.ai'
const target = openAiTarget(BASE_URL)

/** Failures of the provider that the application uses, not of the application's key. */
const DEAD_CODES: ReadonlySet<string> = new Set(['unauthorized', 'provider_quota_exceeded'])

/** Dify: one key is one application, and the name of the model only sets the price. */
export const dify: ChannelType = {
  type: 37,
  slug: 'dify',
  label: 'Dify',
  ownedBy: 'dify',
  fields: {
    key: apiKeyField({ parts: ['app key'] }),
    baseUrl: baseUrlField(BASE_URL, {
      hint: {
        en: 'Address of the Dify server; the key names the app.',
        zh: 'Dify 服务地址；密钥对应具体应用。',
      },
    }),
  },
  serves: { chat: difyChat },
  models: ['dify'],
  // Agents refuse to answer in one piece.
  streaming: () => 'always',
  streamUsageOption: false,
  target: (call) => (call.operation === 'models' ? noModelList() : target(call)),
  isKeyDead: (_status, { code }) => DEAD_CODES.has(code),
}
