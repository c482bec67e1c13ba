import { anthropicMessages } from '../../protocols/anthropic/index.ts'
import { asObject, isObject } from '../../protocols/json-access.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { baseUrlOf } from '../addresses.ts'
import { simpleBalance } from '../balances.ts'
import {
  anthropicHeaders,
  apiKeyField,
  baseUrlField,
  openAiTarget,
  withFreeToolChoice,
  without,
  withReasoningOfCalls,
} from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'

const BASE_URL = 'https://api.moonshot.cn'

/** Models that always think or think by default. Their sampling is fixed. */
const THINKING = /^kimi-(?:k3|k2\.|thinking|k2-thinking)/

/** Models whose default thinking can be switched off. */
const MAY_NOT_THINK = /^kimi-k2\.[56]/

/** Efforts of k3: low, high and max. Its thinking cannot be switched off. */
const K3_EFFORTS: Readonly<Record<string, string | undefined>> = {
  none: undefined,
  minimal: 'low',
  medium: 'high',
  xhigh: 'max',
}

const readMessagesUrl = (call: Call): string =>
  `${baseUrlOf(call.channel, BASE_URL).replace(/\/(?:v1|anthropic)$/, '')}/anthropic/v1/messages`

/** Moonshot (Kimi). */
export const moonshot: ChannelType = {
  type: 25,
  slug: 'moonshot',
  label: 'Moonshot',
  ownedBy: 'moonshot',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: { chat: openaiChat, messages: anthropicMessages },
  traits: () => ({ wantsReasoningBack: true }),
  models: [
    'kimi-k3',
    'kimi-k2.7-code',
    'kimi-k2.7-code-highspeed',
    'kimi-k2.6',
    'kimi-k2.5',
    'kimi-latest',
    'moonshot-v1-8k',
    'moonshot-v1-32k',
    'moonshot-v1-128k',
    'moonshot-v1-auto',
  ],
  streamUsageOption: true,
  target: (call) =>
    call.operation === 'messages'
      ? { url: readMessagesUrl(call), headers: anthropicHeaders(call) }
      : openAiTarget(BASE_URL)(call),
  shapeRequest: (body, { model, operation }) =>
    operation === 'chat' ? shapeThinking(shapeEffort(shapeSampling(body, model), model), model) : body,
  isKeyDead: (_status, { type }) =>
    type === 'exceeded_current_quota_error' ||
    type === 'invalid_authentication_error' ||
    type === 'incorrect_api_key_error',
  balance: simpleBalance(BASE_URL, '/v1/users/me/balance', (body, base) => ({
    balance: asObject(body.data)?.available_balance,
    currency: base.endsWith('.ai') ? 'USD' : 'CNY',
  })),
}

function shapeSampling(body: JsonObject, model: string): JsonObject {
  const result = body.tool_choice === 'required' ? { ...body, tool_choice: 'auto' } : body
  if (THINKING.test(model)) return without(result, 'temperature')
  const { temperature } = result
  return typeof temperature === 'number' && temperature > 1 ? { ...result, temperature: 1 } : result
}

/** While the model thinks, the vendor refuses a forced tool and demands the reasoning of earlier calls. */
function shapeThinking(body: JsonObject, model: string): JsonObject {
  const { thinking } = body
  const isOff = MAY_NOT_THINK.test(model) && isObject(thinking) && thinking.type === 'disabled'
  return THINKING.test(model) && !isOff ? withReasoningOfCalls(withFreeToolChoice(body)) : body
}

function shapeEffort(body: JsonObject, model: string): JsonObject {
  const effort = body.reasoning_effort
  if (effort === 'none' && MAY_NOT_THINK.test(model)) {
    const rest = without(body, 'reasoning_effort')
    return rest.thinking === undefined ? { ...rest, thinking: { type: 'disabled' } } : rest
  }
  if (!model.startsWith('kimi-k3') || typeof effort !== 'string' || !Object.hasOwn(K3_EFFORTS, effort))
    return body
  const known = K3_EFFORTS[effort]
  return known === undefined ? without(body, 'reasoning_effort') : { ...body, reasoning_effort: known }
}
