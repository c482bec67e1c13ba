import type { Ask } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import type { Memory } from './memory.ts'
import { figuresOf, finishWord, type ReplyCall, replyOf, replyTextOf } from './reply.ts'

export const created = 1_760_000_000

const finishWords = { stop_sequence: 'stop' }

export const openaiUsage = (behaviour: Behaviour): Record<string, unknown> => {
  const { input, output, cached, cacheWrite, reasoning } = figuresOf(behaviour)
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: {
      cached_tokens: cached,
      audio_tokens: 0,
      ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }),
    },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
    ...behaviour.usageValues,
  }
}

/** Builds the OpenAI error object, with the usual type and code for the status. */
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
  behaviour.usage === 'missing' ? {} : { usage: openaiUsage(behaviour) }

export const openaiFinish = (finish: string): string => finishWord(finishWords, finish)

/** Builds a call as in messages; streams send the same in pieces. */
export const openaiCall = (call: ReplyCall): Record<string, unknown> =>
  call.kind === 'custom'
    ? { id: call.id, type: 'custom', custom: { name: call.name, input: call.arguments } }
    : { id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }

const chat = (behaviour: Behaviour, ask: Ask, memory: Memory) => {
  const { calls, text, reasoning, finish } = replyOf(behaviour, ask, memory)
  return {
    id: 'chatcmpl-simulator',
    object: 'chat.completion',
    created,
    model: ask.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: calls.length > 0 ? null : text,
          refusal: null,
          annotations: [],
          ...(reasoning !== undefined && { reasoning_content: reasoning }),
          ...(calls.length > 0 && { tool_calls: calls.map(openaiCall) }),
        },
        logprobs: null,
        finish_reason: openaiFinish(finish),
      },
    ],
    ...usagePart(behaviour),
    service_tier: 'default',
    system_fingerprint: 'fp_simulator',
  }
}

const completion = (behaviour: Behaviour, ask: Ask) => ({
  id: 'cmpl-simulator',
  object: 'text_completion',
  created,
  model: ask.model,
  choices: [
    {
      index: 0,
      text: replyTextOf(behaviour, ask),
      logprobs: null,
      finish_reason: behaviour.finishReason ?? 'stop',
    },
  ],
  ...usagePart(behaviour),
})

const embedding = (behaviour: Behaviour, ask: Ask) => {
  const tokens = behaviour.tokens?.input ?? 8 * ask.inputs
  return {
    object: 'list',
    model: ask.model,
    data: Array.from({ length: ask.inputs }, (_, index) => ({
      object: 'embedding',
      index,
      embedding: vector,
    })),
    ...(behaviour.usage === 'missing'
      ? {}
      : { usage: { prompt_tokens: tokens, total_tokens: tokens, ...behaviour.usageValues } }),
  }
}

/** The embedding of every text by every model. */
export const vector: readonly number[] = [0.125, -0.5, 0.25, 1]

const moderation = (_behaviour: Behaviour, ask: Ask) => ({
  id: 'modr-simulator',
  model: ask.model,
  results: Array.from({ length: ask.inputs }, () => ({
    flagged: false,
    categories: { harassment: false, violence: false },
    category_scores: { harassment: 0.0001, violence: 0.0002 },
  })),
})

export const openaiModels = (names: readonly string[]) => ({
  object: 'list',
  data: names.map((id) => ({ id, object: 'model', created, owned_by: 'simulator' })),
})

const builders = { chat, completion, embedding, moderation }

/** Builds the document of a plain response; undefined for operations without one. */
export const openaiAnswer = (behaviour: Behaviour, ask: Ask, memory: Memory): unknown => {
  const { operation } = ask
  return operation in builders
    ? builders[operation as keyof typeof builders](behaviour, ask, memory)
    : undefined
}
