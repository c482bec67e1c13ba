import { sunoMusic } from '../../protocols/suno/submit.ts'
import { baseUrlOf } from '../addresses.ts'
import { noModelList } from '../no-model-list.ts'
import { apiKeyField, baseUrlField, bearer } from '../openai-family.ts'
import type { Call, ChannelType, Target } from '../types.ts'

/** A server of the public Suno API projects: music and lyrics as tasks. */
export const suno: ChannelType = {
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
  serves: { music: sunoMusic },
  models: ['suno_music', 'suno_lyrics'],
  switchedBy: 'TaskEnabled',
  streamUsageOption: false,
  target: (call) => (call.operation === 'models' ? noModelList() : target(call)),
}

const target = (call: Call): Target => ({
  url: baseUrlOf(call.channel).replace(/\/suno$/, '') + call.path,
  headers: bearer(call),
})
