import { anthropicMessages } from '../../protocols/anthropic/index.ts'
import { isObject } from '../../protocols/json-access.ts'
import { openaiChat, openaiCompletion } from '../../protocols/openai/index.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { baseUrlOf, joinUrl } from '../addresses.ts'
import { pickCurrency, simpleBalance } from '../balances.ts'
import {
  anthropicHeaders,
  apiKeyField,
  baseUrlField,
  bearer,
  pathOf,
  renamed,
  withFreeToolChoice,
  without,
  withReasoningOfCalls,
} from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'

const BASE_URL = 'https://api.deepseek.com'

/** DeepSeek. Text completion exists as fill-in-the-middle, in the beta API. */
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
  shapeRequest: (body, call) => {
    if (call.operation === 'chat') return shapeChat(body, call.model)
    return call.operation === 'responses' ? withCallsTogether(body) : body
  },
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

/** Moves calls to the end of their turn, because other items of the assistant must not separate them. */
function withCallsTogether(body: JsonObject): JsonObject {
  if (!Array.isArray(body.input)) return body
  const input: JsonValue[] = []
  const calls: JsonValue[] = []
  for (const item of body.input) {
    if (isObject(item) && item.type === 'function_call') calls.push(item)
    else {
      if (!isAssistantItem(item)) for (const call of calls.splice(0)) input.push(call)
      input.push(item)
    }
  }
  for (const call of calls) input.push(call)
  const isSame = input.every((item, index) => item === (body.input as JsonValue[])[index])
  return isSame ? body : { ...body, input }
}

const isAssistantItem = (item: JsonValue): boolean =>
  isObject(item) && (item.type === 'reasoning' || item.role === 'assistant')

/** Models that think by default. `deepseek-chat` is the same model without thinking. */
const THINKING = /^deepseek-(?:v4|reasoner)/

/** Shapes a chat request: the vendor knows only `max_tokens`, a thinking model chooses its tools itself, and the reasoner has no logprobs. */
function shapeChat(body: JsonObject, model: string): JsonObject {
  let result = shapeEffort(renamed(body, 'max_completion_tokens', 'max_tokens'), model)
  if (isReasoner(model)) result = without(result, 'logprobs', 'top_logprobs')
  return thinks(result, model) ? withReasoningOfCalls(withFreeToolChoice(result)) : result
}

const isReasoner = (model: string): boolean => model.startsWith('deepseek-reasoner')

function thinks({ thinking }: JsonObject, model: string): boolean {
  if (isReasoner(model) || !isObject(thinking)) return THINKING.test(model)
  return thinking.type !== 'disabled'
}

/** Shapes the effort. The vendor has no `none`: `thinking` switches thinking off, except for the reasoner. */
function shapeEffort(body: JsonObject, model: string): JsonObject {
  if (body.reasoning_effort !== 'none') return body
  const rest = without(body, 'reasoning_effort')
  return isReasoner(model) || rest.thinking !== undefined ? rest : { ...rest, thinking: { type: 'disabled' } }
}
