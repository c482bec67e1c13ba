import { openaiEmbedding } from '../../protocols/openai/index.ts'
import { baseUrlOf } from '../addresses.ts'
import { apiKeyField, baseUrlField, bearer, withInputList } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'

const BASE_URL = 'https://api.moka.ai'

/** M3E embeddings, from Moka or your own server. Operations are directly below the base address. */
export const m3e: ChannelType = {
  type: 44,
  slug: 'm3e',
  label: 'embedding M3E',
  ownedBy: 'moka',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField(BASE_URL, {
      hint: {
        en: 'Requests go to /embeddings under this address; end it with /v1 where the server has that.',
        zh: '请求发送到该地址下的 /embeddings；如服务需要 /v1，请写在末尾。',
      },
    }),
    other: {
      label: { en: 'API version', zh: 'API 版本' },
      // Similar gateways have the field, but the service is not known to use a version.
      hint: { en: 'Kept with the channel, not sent.', zh: '仅随渠道保存，不随请求发送。' },
    },
  },
  serves: { embedding: openaiEmbedding },
  models: ['m3e-large', 'm3e-base', 'm3e-small'],
  streamUsageOption: false,
  target: (call) => ({
    url: `${baseUrlOf(call.channel, BASE_URL)}${call.operation === 'models' ? '/models' : '/embeddings'}`,
    headers: bearer(call),
  }),
  shapeRequest: withInputList,
}
