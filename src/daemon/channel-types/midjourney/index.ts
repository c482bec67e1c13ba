import { isFollowUp, midjourneySubmit, NO_ACCOUNT } from '../../protocols/midjourney/submit.ts'
import type { OperationName } from '../../protocols/types.ts'
import { baseUrlOf } from '../addresses.ts'
import { noModelList } from '../no-model-list.ts'
import { apiKeyField, baseUrlField, headerSafeKey } from '../openai-family.ts'
import type { Call, Channel, ChannelFields, ChannelType, Target } from '../types.ts'

/** Operators run their own Midjourney proxies, so there is no default address. The key is called mj-api-secret. */
const fields: ChannelFields = {
  key: apiKeyField({
    parts: ['mj-api-secret'],
    hint: {
      en: 'The mj-api-secret of the proxy. Several are separated by commas or line breaks and used in turn.',
      zh: '代理的 mj-api-secret。多个密钥用逗号或换行分隔，轮流使用。',
    },
  }),
  baseUrl: baseUrlField('', {
    hint: { en: 'The part of the address before /mj.', zh: '地址中 /mj 之前的部分。' },
  }),
}

const target = (call: Call): Target => ({
  url: baseUrlOf(call.channel).replace(/\/mj$/, '') + call.path,
  headers: { 'mj-api-secret': headerSafeKey(call) },
})

/** One format; some codes mean something else when a task continues another. */
const first = midjourneySubmit('imagine')
const followUp = midjourneySubmit('change')

/** Shared parts of both types. Plus has more actions, at other addresses of the same format. */
const proxy = {
  ownedBy: 'midjourney',
  fields,
  serves: { drawing: first },
  codecFor: (_operation: OperationName, _channel: Channel, model: string) =>
    isFollowUp(model) ? followUp : undefined,
  switchedBy: 'DrawingEnabled',
  streamUsageOption: false,
  target: (call: Call) => (call.operation === 'models' ? noModelList() : target(call)),
  isKeyDead: (_status: number, { code }: { readonly code: string }) => code === NO_ACCOUNT,
} as const

const MODELS = [
  'mj_imagine',
  'mj_variation',
  'mj_reroll',
  'mj_blend',
  'mj_upscale',
  'mj_describe',
  'mj_upload',
]

/** A server of the midjourney-proxy project. */
export const midjourneyProxy: ChannelType = {
  ...proxy,
  type: 2,
  slug: 'midjourney-proxy',
  label: 'Midjourney Proxy',
  models: MODELS,
}

/** A server of midjourney-proxy-plus and its kin: buttons, dialogs, shortening, faces. */
export const midjourneyProxyPlus: ChannelType = {
  ...proxy,
  type: 5,
  slug: 'midjourney-proxy-plus',
  label: 'Midjourney Proxy Plus',
  models: [
    ...MODELS,
    'mj_modal',
    'mj_zoom',
    'mj_custom_zoom',
    'mj_inpaint',
    'mj_shorten',
    'mj_high_variation',
    'mj_low_variation',
    'mj_pan',
    'swap_face',
  ],
}
