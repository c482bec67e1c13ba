import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiImage,
  openaiImageEdit,
  openaiImageVariation,
  openaiModeration,
  openaiRealtime,
  openaiRerank,
  openaiSpeech,
  openaiTranscription,
  openaiTranslation,
  openaiVideo,
} from '../../protocols/openai/index.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import { baseUrlOf, readCloudflareProvider, readHttpUrl } from '../addresses.ts'
import { dashboardBalance } from '../balances.ts'
import { apiKeyField, baseUrlField, openAiTarget, organizationField } from '../openai-family.ts'
import { openaiSpeaks, shapeForReasoning, shapeResponsesForReasoning } from '../reasoning-families.ts'
import type { ChannelType } from '../types.ts'

const BASE_URL = 'https://api.openai.com'
const target = openAiTarget(BASE_URL)

/**
 * Hosts that serve Responses under OpenAI's rules for which models need it: OpenAI, Poe, and gateways to OpenAI.
 *
 * @see https://creator.poe.com/docs/external-applications
 */
function keepsOpenAiRules(baseUrl: string): boolean {
  if (baseUrl === '' || readCloudflareProvider(baseUrl)?.[0] === 'openai') return true
  const host = readHttpUrl(baseUrl)?.host
  return host === 'api.poe.com' || /(?:^|\.)api\.openai\.com$/.test(host ?? '')
}

/** OpenAI itself, and every relay with the same API. */
export const openai: ChannelType = {
  type: 1,
  slug: 'openai',
  label: 'OpenAI',
  ownedBy: 'openai',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL), openaiOrganization: organizationField },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    responses: openaiResponses,
    embedding: openaiEmbedding,
    moderation: openaiModeration,
    image: openaiImage,
    'image-edit': openaiImageEdit,
    'image-variation': openaiImageVariation,
    speech: openaiSpeech,
    transcription: openaiTranscription,
    translation: openaiTranslation,
    rerank: openaiRerank,
    realtime: openaiRealtime,
    video: openaiVideo,
  },
  // A relay may offer models in chat that OpenAI offers only in Responses.
  speaks: (operation, model, channel, asks) =>
    !keepsOpenAiRules(channel.baseUrl) || openaiSpeaks(operation, model, asks),
  servesAll: (channel) => keepsOpenAiRules(channel.baseUrl),
  compacts: (channel) => keepsOpenAiRules(channel.baseUrl),
  keepsFiles: 'openai',
  runsBatches: 'openai',
  traits: () => ({ origin: 'openai', takesWebSearch: true }),
  models: [
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-5.6-luna',
    'gpt-5.5',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-5.4-nano',
    'gpt-5.2',
    'gpt-5.1',
    'gpt-5',
    'gpt-5-mini',
    'gpt-5-nano',
    'gpt-4.1',
    'gpt-4.1-mini',
    'gpt-4o',
    'gpt-4o-mini',
    'o3',
    'o4-mini',
    'text-embedding-3-small',
    'text-embedding-3-large',
    'omni-moderation-latest',
    'gpt-image-2',
    'gpt-image-1.5',
    'gpt-4o-mini-tts',
    'tts-1',
    'gpt-transcribe',
    'gpt-4o-transcribe',
    'whisper-1',
    'gpt-realtime-2.1',
    'gpt-audio-1.5',
  ],
  streamUsageOption: true,
  target: (call) => {
    const { url, headers } = target(call)
    const organization = call.channel.openaiOrganization.trim()
    return {
      url,
      headers: organization === '' ? headers : { ...headers, 'openai-organization': organization },
    }
  },
  shapeRequest: (body, { operation, model }) => {
    if (operation === 'chat') return shapeForReasoning(body, model)
    return operation === 'responses' ? shapeResponsesForReasoning(body, model) : body
  },
  // Relays pass on the error texts of other vendors.
  isKeyDead: (status, { message }) => status === 400 && /incorrect api key/i.test(message),
  balance: dashboardBalance((call) => baseUrlOf(call.channel, BASE_URL)),
}
