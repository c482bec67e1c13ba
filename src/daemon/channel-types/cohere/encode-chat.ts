import { allowedTools } from '../../protocols/conversation/allowed-tools.ts'
import type { EncodeTarget, Losses } from '../../protocols/conversation/codec.ts'
import { emulateCustomTools } from '../../protocols/conversation/custom-tools.ts'
import type {
  AnswerFormat,
  ConversationRequest,
  FunctionTool,
  ReasoningWish,
} from '../../protocols/conversation/types.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { noteUncarried } from '../uncarried.ts'
import { canThink, encodeMessages } from './messages.ts'

const STOP_SEQUENCES_MAX = 5
const TOP_K_MAX = 500

/** Token limits of thinking by effort, because the vendor has no efforts. Missing efforts are unlimited. */
const BUDGETS: Readonly<Record<string, number>> = { minimal: 1024, low: 2048, medium: 10_000 }

/**
 * Writes a conversation for `POST /v2/chat`.
 *
 * @see https://docs.cohere.com/reference/chat
 */
export function encodeCohereRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { losses, model } = target
  noteUncarried(request, losses, [
    'max_tokens',
    'temperature',
    'top_p',
    'top_k',
    'seed',
    'presence_penalty',
    'frequency_penalty',
    'stop',
    'response_format',
    'reasoning_effort',
    'tools',
  ])
  return {
    model,
    messages: encodeMessages(request, model, losses),
    ...(target.isStream && { stream: true }),
    ...encodeTools(request, losses),
    ...encodeSampling(request, losses),
    ...encodeFormat(request.format),
    ...encodeThinking(request.reasoning, model, losses),
  }
}

function encodeSampling(request: ConversationRequest, losses: Losses): JsonObject {
  const within = (field: string, value: number | undefined, min: number, max: number): JsonObject | false => {
    if (value === undefined) return false
    const fitting = Math.min(max, Math.max(min, value))
    if (fitting !== value) losses.add(field)
    return { value: fitting }
  }
  const body: JsonObject = {}
  const take = (name: string, found: JsonObject | false) => {
    if (found) body[name] = found.value ?? null
  }
  take('temperature', within('temperature', request.temperature, 0, 1))
  // Cohere's maximum of 0.99 means the whole distribution, so this loses nothing.
  take('p', within('top_p', request.topP === 1 ? 0.99 : request.topP, 0.01, 0.99))
  take('k', within('top_k', request.topK, 0, TOP_K_MAX))
  take('presence_penalty', within('presence_penalty', request.presencePenalty, 0, 1))
  take('frequency_penalty', within('frequency_penalty', request.frequencyPenalty, 0, 1))
  if (request.seed !== undefined) body.seed = request.seed
  if (request.outputTokensMax !== undefined) body.max_tokens = request.outputTokensMax
  if (request.stop && request.stop.length > 0) {
    if (request.stop.length > STOP_SEQUENCES_MAX) losses.add('stop')
    body.stop_sequences = request.stop.slice(0, STOP_SEQUENCES_MAX)
  }
  return body
}

function encodeFormat(format: AnswerFormat | undefined): JsonObject {
  if (!format) return {}
  const type = { type: 'json_object' }
  return { response_format: format.kind === 'json' ? type : { ...type, json_schema: format.schema } }
}

function encodeThinking(reasoning: ReasoningWish | undefined, model: string, losses: Losses): JsonObject {
  const { effort, budgetTokens } = reasoning ?? {}
  if (effort === undefined && budgetTokens === undefined) return {}
  const isOff = effort === 'none' || budgetTokens === 0
  if (!canThink(model)) {
    if (!isOff) losses.add('reasoning_effort')
    return {}
  }
  if (isOff) return { thinking: { type: 'disabled' } }
  const given = budgetTokens !== undefined && budgetTokens > 0 ? budgetTokens : undefined
  const budget = given ?? (effort === undefined ? undefined : BUDGETS[effort])
  return { thinking: { type: 'enabled', ...(budget !== undefined && { token_budget: budget }) } }
}

/** Writes the tools. A specific tool cannot be forced by name, so it becomes the only one offered. */
function encodeTools(request: ConversationRequest, losses: Losses): JsonObject {
  const { toolChoice } = request
  let { tools } = request
  if (toolChoice?.kind === 'tool') tools = tools.filter((tool) => tool.name === toolChoice.name)
  if (toolChoice?.kind === 'allowed') tools = allowedTools(tools, toolChoice.names)
  if (tools.length === 0) return {}
  const isForced =
    toolChoice?.kind === 'required' ||
    toolChoice?.kind === 'tool' ||
    (toolChoice?.kind === 'allowed' && toolChoice.mode === 'required')
  const strict = tools.filter((tool) => tool.kind === 'function' && tool.isStrict === true)
  if (strict.length > 0 && strict.length < tools.length) losses.add('strict')
  if (tools.some((tool) => tool.kind === 'custom' && tool.format !== undefined)) losses.add('format')
  return {
    tools: emulateCustomTools(tools).map(encodeTool),
    ...(strict.length === tools.length && { strict_tools: true }),
    ...(isForced && { tool_choice: 'REQUIRED' }),
    ...(toolChoice?.kind === 'none' && { tool_choice: 'NONE' }),
  }
}

function encodeTool({ name, description, parameters }: FunctionTool): JsonObject {
  const schema = parameters ?? { type: 'object', properties: {} }
  return {
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters: schema },
  }
}
