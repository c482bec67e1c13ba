import type { AnswerContext } from '../conversation/codec.ts'
import type { FinishReason } from '../conversation/types.ts'
import { asArray, asObject, asText } from '../json-access.ts'
import type { JsonObject, JsonValue, UpstreamFailure } from '../types.ts'
import { NO_USAGE, type Usage } from '../usage.ts'
import { newResponseKey, responseIdOf } from './own-ids.ts'

/** The members of a response that change over time. */
export interface ResponseState {
  readonly id: string
  readonly output: readonly JsonObject[]
  /** undefined = still in progress. */
  readonly finish: FinishReason | undefined
  readonly failure: UpstreamFailure | undefined
  readonly usage: Usage | undefined
  readonly serviceTier: string | undefined
}

type ResponseStatus = 'in_progress' | 'completed' | 'incomplete' | 'failed'

const UNNAMED_FAILURE = { code: 'server_error', message: 'The model broke off its answer.' }

/** Returns the status of a response by its finish reason and failure. */
export function statusOf({ finish, failure }: Pick<ResponseState, 'finish' | 'failure'>): ResponseStatus {
  if (failure) return 'failed'
  switch (finish) {
    case undefined:
      return 'in_progress'
    case 'length':
    case 'content-filter':
      return 'incomplete'
    case 'error':
      return 'failed'
    default:
      return 'completed'
  }
}

/** Returns the response object with all of OpenAI's members, including nulls, which strict SDKs require. */
export function responseObject(context: AnswerContext, state: ResponseState): JsonObject {
  const { body } = context
  const status = statusOf(state)
  const echo = (member: string, fallback: JsonValue): JsonValue => body[member] ?? fallback
  return {
    id: state.id,
    object: 'response',
    created_at: context.created,
    status,
    background: context.kept?.isBackground ?? false,
    completed_at: status === 'completed' ? context.created : null,
    ...(context.kept?.conversationId && { conversation: { id: context.kept.conversationId } }),
    error: status === 'failed' ? errorOf(state.failure) : null,
    frequency_penalty: 0,
    incomplete_details: status === 'incomplete' ? { reason: reasonOf(state.finish) } : null,
    instructions: echo('instructions', null),
    max_output_tokens: echo('max_output_tokens', null),
    max_tool_calls: echo('max_tool_calls', null),
    model: context.model,
    moderation: null,
    output: [...state.output],
    parallel_tool_calls: echo('parallel_tool_calls', true),
    presence_penalty: 0,
    previous_response_id: context.kept?.previousId ?? null,
    prompt_cache_key: echo('prompt_cache_key', null),
    prompt_cache_retention: echo('prompt_cache_retention', null),
    reasoning: { effort: null, summary: null, ...asObject(body.reasoning) },
    safety_identifier: echo('safety_identifier', null),
    service_tier: state.serviceTier ?? asText(body.service_tier) ?? 'default',
    store: context.kept !== undefined,
    temperature: echo('temperature', 1),
    text: { format: { type: 'text' }, verbosity: 'medium', ...asObject(body.text) },
    tool_choice: echo('tool_choice', 'auto'),
    tools: (asArray(body.tools) ?? []).map(describeTool),
    top_logprobs: echo('top_logprobs', 0),
    top_p: echo('top_p', 1),
    truncation: echo('truncation', 'disabled'),
    usage: state.usage ? usageOf(state.usage) : null,
    user: echo('user', null),
    metadata: echo('metadata', {}),
  }
}

/** Returns a response that has been accepted but has no output yet. */
export function queuedResponse(context: AnswerContext): JsonObject {
  const nothing = {
    output: [],
    finish: undefined,
    failure: undefined,
    usage: undefined,
    serviceTier: undefined,
  }
  const id = responseIdOf(context.kept?.key ?? newResponseKey())
  return { ...responseObject(context, { id, ...nothing }), status: 'queued' }
}

/** Returns a response without output, for requests that ask for none. */
export function emptyResponse(context: AnswerContext, id: string, isComplete: boolean): JsonObject {
  const whole = { failure: undefined, serviceTier: undefined, output: [], id }
  if (!isComplete) return responseObject(context, { ...whole, finish: undefined, usage: undefined })
  return responseObject(context, { ...whole, finish: 'stop', usage: NO_USAGE })
}

/** Adds the members of a function that SDKs require. */
function describeTool(tool: JsonValue): JsonValue {
  const object = asObject(tool)
  if (object?.type !== 'function') return tool
  return { description: null, parameters: null, ...object, strict: object.strict ?? true }
}

function reasonOf(finish: FinishReason | undefined): string {
  return finish === 'content-filter' ? 'content_filter' : 'max_output_tokens'
}

function errorOf(failure: UpstreamFailure | undefined): JsonObject {
  if (!failure) return UNNAMED_FAILURE
  return { code: failure.code || UNNAMED_FAILURE.code, message: failure.message }
}

export function usageOf(usage: Usage): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWriteTokens,
    },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: usage.inputTokens + usage.outputTokens,
  }
}
