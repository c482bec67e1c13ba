import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiImage,
  openaiImageEdit,
  openaiImageVariation,
  openaiRerank,
  openaiSpeech,
  openaiTranscription,
  openaiTranslation,
} from '../../protocols/openai/index.ts'
import { apiKeyField, baseUrlField, openAiTarget } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'

/** Your own Xinference server. Models have the uids with which they were launched as names. */
export const xinference: ChannelType = {
  type: 47,
  slug: 'xinference',
  label: 'Xinference',
  ownedBy: 'xinference',
  fields: {
    key: apiKeyField({ optional: true }),
    baseUrl: baseUrlField('', { hint: { en: 'Such as http://host:9997', zh: '例如 http://host:9997' } }),
  },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    embedding: openaiEmbedding,
    rerank: openaiRerank,
    image: openaiImage,
    'image-edit': openaiImageEdit,
    'image-variation': openaiImageVariation,
    speech: openaiSpeech,
    transcription: openaiTranscription,
    translation: openaiTranslation,
  },
  models: ['bge-m3'],
  streamUsageOption: true,
  target: openAiTarget(''),
}
