import { anthropicMessages } from '../../protocols/anthropic/index.ts'
import { isObject } from '../../protocols/json-access.ts'
import { openaiChat, openaiCompletion } from '../../protocols/openai/index.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { baseUrlOf, joinUrl } from '../addresses.ts'
import { pickCurrency, simpleBalance } from '../balances.ts'
import {
  anthropicHeaders,
  apiKeyField,
  baseUrlField,
  bearer,
  pathOf,
  renamed,
  without,
} from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'

const BASE_URL = 'https://api.deepseek.com'

/** DeepSeek. Text completion exists as fill-in-the-middle, on the beta surface. */
export const deepseek: ChannelType = {
  type: 43,
  slug: 'deepseek',
  label: 'DeepSeek',
  ownedBy: 'deepseek',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    responses: openaiResponses,
    messages: anthropicMessages,
  },
  traits: () => ({ origin: 'deepseek', wantsReasoningBack: true }),
  models: ['deepseek-v4-flash', 'deepseek-v4-pro', 'deepseek-chat', 'deepseek-reasoner'],
  streamUsageOption: true,
  target: (call) => ({
    url: readUrl(call),
    headers: call.operation === 'messages' ? anthropicHeaders(call) : bearer(call),
  }),
  shapeRequest: (body, call) => (call.operation === 'chat' ? shapeChat(body, call.model) : body),
  balance: simpleBalance(BASE_URL, '/user/balance', (body) => {
    const entry = pickCurrency(body.balance_infos, 'CNY')
    return {
      balance: entry?.total_balance,
      currency: typeof entry?.currency === 'string' ? entry.currency : 'CNY',
    }
  }),
}

function readUrl(call: Call): string {
  const base = baseUrlOf(call.channel, BASE_URL)
  if (call.operation === 'messages') return `${withoutVersion(base)}/anthropic/v1/messages`
  if (call.operation !== 'completion') return joinUrl(base, pathOf(call))
  return `${withoutVersion(base)}/beta/completions`
}

const withoutVersion = (base: string): string => base.replace(/\/(?:v1|beta|anthropic)$/, '')

/** Only `max_tokens` is known; a model that thinks chooses its tools itself, and the reasoner gives no logprobs. */
function shapeChat(body: JsonObject, model: string): JsonObject {
  let result = renamed(body, 'max_completion_tokens', 'max_tokens')
  const isReasoner = model.startsWith('deepseek-reasoner')
  if (isReasoner) result = without(result, 'logprobs', 'top_logprobs')
  const thinks = isReasoner || (isObject(body.thinking) && body.thinking.type !== 'disabled')
  const choice = result.tool_choice
  return thinks && (choice === 'required' || isObject(choice)) ? { ...result, tool_choice: 'auto' } : result
}
