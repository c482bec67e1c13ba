import { apiKeyField, baseUrlField } from './openai-family.ts'
import type { ChannelFields } from './types.ts'

/** A type of the catalogue that this version knows by name and form, but does not call. */
export interface UnservedType {
  readonly type: number
  readonly slug: string
  readonly label: string
  readonly ownedBy: string
  readonly fields: ChannelFields
  readonly models: readonly string[]
}

/** A proxy of Midjourney is somebody's own: it has no usual address, and its password is called by a name of its own. */
const midjourneyFields: ChannelFields = {
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

export const unservedTypes: readonly UnservedType[] = [
  {
    type: 2,
    slug: 'midjourney-proxy',
    label: 'Midjourney Proxy',
    ownedBy: 'midjourney',
    fields: midjourneyFields,
    models: ['mj_imagine', 'mj_variation', 'mj_reroll', 'mj_blend', 'mj_upscale', 'mj_describe'],
  },
  {
    type: 5,
    slug: 'midjourney-proxy-plus',
    label: 'Midjourney Proxy Plus',
    ownedBy: 'midjourney',
    fields: midjourneyFields,
    models: [
      'mj_imagine',
      'mj_variation',
      'mj_reroll',
      'mj_blend',
      'mj_modal',
      'mj_zoom',
      'mj_shorten',
      'mj_upscale',
      'mj_describe',
      'mj_inpaint',
      'mj_pan',
      'swap_face',
      'mj_upload',
    ],
  },
]
