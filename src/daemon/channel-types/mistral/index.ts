import { mistralFim } from '../../protocols/mistral/index.ts'
import {
  openaiChat,
  openaiEmbedding,
  openaiModeration,
  openaiTranscription,
} from '../../protocols/openai/index.ts'
import { apiKeyField, baseUrlField, openAiTarget } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'
import { shapeMistralRequest } from './shape-request.ts'
import { mistralSpeech } from './speech-codec.ts'

const BASE_URL = 'https://api.mistral.ai'

/** Mistral AI: OpenAI's formats with some other names. It answers unknown fields with 422. */
export const mistral: ChannelType = {
  type: 42,
  slug: 'mistral',
  label: 'Mistral AI',
  ownedBy: 'mistralai',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: {
    chat: openaiChat,
    completion: mistralFim,
    embedding: openaiEmbedding,
    moderation: openaiModeration,
    speech: mistralSpeech,
    transcription: openaiTranscription,
  },
  models: [
    'mistral-large-latest',
    'mistral-medium-latest',
    'mistral-small-latest',
    'ministral-8b-latest',
    'magistral-medium-latest',
    'codestral-latest',
    'devstral-latest',
    'pixtral-large-latest',
    'mistral-embed',
    'codestral-embed',
    'mistral-moderation-latest',
  ],
  // Usage comes in the last chunk anyway.
  streamUsageOption: false,
  speaksMistral: true,
  target: openAiTarget(BASE_URL),
  shapeRequest: shapeMistralRequest,
}
