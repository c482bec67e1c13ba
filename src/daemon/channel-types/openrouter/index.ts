import { anthropicMessages } from '../../protocols/anthropic/index.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { readFailure } from '../../protocols/openai/failure.ts'
import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiRerank,
  openaiSpeech,
  openaiTranscription,
} from '../../protocols/openai/index.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import type { JsonValue, UpstreamFailure } from '../../protocols/types.ts'
import { decimal, simpleBalance } from '../balances.ts'
import { anthropicHeaders, apiKeyField, baseUrlField, openAiTarget, renamed } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'

const BASE_URL = 'https://openrouter.ai/api'
const target = openAiTarget(BASE_URL)

/**
 * OpenRouter. Model names are `maker/model`. A host ignores parameters that it does not support, unless the client sets
 * `require_parameters`.
 *
 * @see https://openrouter.ai/docs/features/provider-routing (read 2026-11-25)
 */
export const openrouter: ChannelType = {
  type: 20,
  slug: 'openrouter',
  label: 'OpenRouter',
  ownedBy: 'openrouter',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    responses: openaiResponses,
    messages: anthropicMessages,
    embedding: openaiEmbedding,
    rerank: openaiRerank,
    speech: openaiSpeech,
    transcription: openaiTranscription,
  },
  traits: () => ({
    takesDocumentUrls: true,
    takesTopK: true,
    takesCacheMarks: true,
    takesReasoningDetails: true,
    takesWebSearch: true,
    ignoresUnknown: true,
  }),
  models: [],
  streamUsageOption: true,
  target: (call) => {
    const { url, headers } = target(call)
    const own = call.operation === 'messages' ? anthropicHeaders(call) : headers
    return { url, headers: { ...own, 'x-title': 'Tollgate' } }
  },
  // All of its providers understand `max_tokens`.
  shapeRequest: (body, call) =>
    call.operation === 'chat' ? renamed(body, 'max_completion_tokens', 'max_tokens') : body,
  readFailure: (status, bodyText) => {
    const failure = readFailure(status, bodyText)
    return tellProvider(failure, asObject(asObject(asObject(parseJson(bodyText))?.error)?.metadata)?.raw)
  },
  isKeyDead: (status, { message }) =>
    status === 403 && /key (?:limit|disabled)|insufficient credits/i.test(message),
  balance: {
    ...simpleBalance(BASE_URL, '/v1/credits', (body) => {
      const data = asObject(body.data)
      const left = Number(decimal(data?.total_credits)) - Number(decimal(data?.total_usage))
      return { balance: left, currency: 'USD' }
    }),
    // Only management keys can read credits. An ordinary key can read the remainder of its own limit.
    fallback: simpleBalance(BASE_URL, '/v1/key', (body) => ({
      balance: asObject(body.data)?.limit_remaining,
      currency: 'USD',
    })),
  },
}

/** Replaces the text "Provider returned error" by the provider's own error, which is in the metadata, often as JSON text. */
function tellProvider(failure: UpstreamFailure, raw: JsonValue | undefined): UpstreamFailure {
  const text = asText(raw)
  if (!text) return failure
  const inner = readFailure(0, text)
  return inner.code === 'bad_response_status_code'
    ? failure
    : { ...failure, message: `${failure.message}: ${inner.message}`, texts: undefined }
}
