import { openaiChat } from '../../protocols/openai/index.ts'
import { apiKeyField, baseUrlField, openAiTarget } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'

const BASE_URL = 'https://api.lingyiwanwu.com'

/** Lingyi (01.AI). Based on its documentation and not verified since. */
export const lingyi: ChannelType = {
  type: 31,
  slug: 'lingyi',
  label: 'Lingyi',
  ownedBy: '01.ai',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: { chat: openaiChat },
  models: ['yi-lightning', 'yi-large', 'yi-medium', 'yi-vision-v2'],
  streamUsageOption: true,
  target: openAiTarget(BASE_URL),
}
