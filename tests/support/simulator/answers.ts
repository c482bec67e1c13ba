import type { Ask } from './ask.ts'
import type { Behaviour } from './behaviour.ts'

/** What a well-behaved answer states unless told otherwise. */
export const defaultUsage = { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 }
export const defaultText = 'Hello from the simulator: this is a short answer.'

const created = 1_760_000_000

export const usageOf = (behaviour: Behaviour): Record<string, unknown> => ({
  ...defaultUsage,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  ...behaviour.usageValues,
})

export const textOf = (behaviour: Behaviour, ask: Ask): string => {
  if (behaviour.echo) return ask.lastMessage
  if (behaviour.textBytes !== undefined) return 'x'.repeat(behaviour.textBytes)
  if (behaviour.chunks !== undefined && behaviour.text === undefined)
    return Array.from({ length: behaviour.chunks }, (_, index) => `word${index} `).join('')
  return behaviour.text ?? defaultText
}

/** The OpenAI error object, with the type and code that usually come with the status. */
export const errorBody = (status: number, error: Behaviour['error'] = {}): Record<string, unknown> => {
  const usual =
    status === 401
      ? { type: 'invalid_request_error', code: 'invalid_api_key' }
      : status === 404
        ? { type: 'invalid_request_error', code: 'model_not_found' }
        : status === 429
          ? { type: 'requests', code: 'rate_limit_exceeded' }
          : status < 500
            ? { type: 'invalid_request_error', code: null }
            : { type: 'server_error', code: 'server_error' }
  return {
    error: { message: `The simulator was told to fail with ${status}.`, param: null, ...usual, ...error },
  }
}

const usagePart = (behaviour: Behaviour) =>
  behaviour.usage === 'missing' ? {} : { usage: usageOf(behaviour) }

const chat = (behaviour: Behaviour, ask: Ask) => ({
  id: 'chatcmpl-simulator',
  object: 'chat.completion',
  created,
  model: ask.model,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: textOf(behaviour, ask), refusal: null, annotations: [] },
      logprobs: null,
      finish_reason: behaviour.finishReason ?? 'stop',
    },
  ],
  ...usagePart(behaviour),
  service_tier: 'default',
  system_fingerprint: 'fp_simulator',
})

const completion = (behaviour: Behaviour, ask: Ask) => ({
  id: 'cmpl-simulator',
  object: 'text_completion',
  created,
  model: ask.model,
  choices: [
    {
      index: 0,
      text: textOf(behaviour, ask),
      logprobs: null,
      finish_reason: behaviour.finishReason ?? 'stop',
    },
  ],
  ...usagePart(behaviour),
})

const embedding = (behaviour: Behaviour, ask: Ask) => ({
  object: 'list',
  model: ask.model,
  data: Array.from({ length: ask.inputs }, (_, index) => ({
    object: 'embedding',
    index,
    embedding: [0.125, -0.5, 0.25, 1],
  })),
  ...(behaviour.usage === 'missing'
    ? {}
    : { usage: { prompt_tokens: 8 * ask.inputs, total_tokens: 8 * ask.inputs, ...behaviour.usageValues } }),
})

const moderation = (_behaviour: Behaviour, ask: Ask) => ({
  id: 'modr-simulator',
  model: ask.model,
  results: Array.from({ length: ask.inputs }, () => ({
    flagged: false,
    categories: { harassment: false, violence: false },
    category_scores: { harassment: 0.0001, violence: 0.0002 },
  })),
})

export const models = (names: readonly string[]) => ({
  object: 'list',
  data: names.map((id) => ({ id, object: 'model', created, owned_by: 'simulator' })),
})

const builders = { chat, completion, embedding, moderation }

/** The plain answer's document, before it is written as JSON. */
export const plainAnswer = (behaviour: Behaviour, ask: Ask): unknown => {
  if (behaviour.json !== undefined) return behaviour.json
  if (behaviour.errorIn200) return errorBody(500, behaviour.error)
  if (ask.operation === 'other' || ask.operation === 'models') return errorBody(404)
  return builders[ask.operation](behaviour, ask)
}

/** Account and balance calls of the vendors, by path: an account with 100 to spend. */
export const accountAnswers: Readonly<Record<string, unknown>> = {
  '/v1/dashboard/billing/subscription': {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: 120,
    hard_limit_usd: 120,
    system_hard_limit_usd: 120,
    access_until: 4_102_444_800,
  },
  '/v1/dashboard/billing/usage': { object: 'list', total_usage: 2000 },
  '/dashboard/billing/credit_grants': { object: 'credit_summary', total_granted: 120, total_available: 100 },
  '/api/v1/credits': { data: { total_credits: 120, total_usage: 20 } },
  '/v1/users/me/balance': {
    code: 0,
    data: { available_balance: 100, cash_balance: 60, voucher_balance: 40 },
  },
  '/v1/user/info': { code: 20000, message: 'OK', status: true, data: { balance: '40', totalBalance: '100' } },
  '/user/balance': {
    is_available: true,
    balance_infos: [
      { currency: 'CNY', total_balance: '100.00', granted_balance: '0', topped_up_balance: '100.00' },
    ],
  },
}
