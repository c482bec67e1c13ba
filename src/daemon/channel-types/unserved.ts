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

export const unservedTypes: readonly UnservedType[] = [
  {
    type: 2,
    slug: 'midjourney-proxy',
    label: 'Midjourney Proxy',
    ownedBy: 'midjourney',
    fields: { key: apiKeyField({ parts: ['mj-api-secret'] }), baseUrl: baseUrlField('') },
    models: ['mj_imagine', 'mj_variation', 'mj_reroll', 'mj_blend', 'mj_upscale', 'mj_describe'],
  },
  {
    type: 5,
    slug: 'midjourney-proxy-plus',
    label: 'Midjourney Proxy Plus',
    ownedBy: 'midjourney',
    fields: { key: apiKeyField({ parts: ['mj-api-secret'] }), baseUrl: baseUrlField('') },
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
  {
    type: 36,
    slug: 'suno',
    label: 'Suno API',
    ownedBy: 'suno',
    fields: {
      key: apiKeyField(),
      baseUrl: baseUrlField('', {
        hint: { en: 'The part of the address before /suno.', zh: '地址中 /suno 之前的部分。' },
      }),
    },
    models: ['suno_music', 'suno_lyrics'],
  },
]
