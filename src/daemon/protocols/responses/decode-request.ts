import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import type {
  AnswerFormat,
  ConversationRequest,
  Effort,
  ReasoningWish,
  SystemTurn,
} from '../conversation/types.ts'
import { asArray, asObject, asText } from '../json-access.ts'
import { invalid } from '../openai/request-checks.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { decodeItems } from './decode-items.ts'
import { decodeTools } from './decode-tools.ts'
import { inputItems } from './input-items.ts'

/** Members that this file reads. */
const READ: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'stream',
  'max_output_tokens',
  'temperature',
  'top_p',
  'top_logprobs',
  'include',
  'reasoning',
  'text',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'service_tier',
  'user',
  'safety_identifier',
  'prompt_cache_key',
])

/** Members that can be ignored without changing the answer, and why. */
const HARMLESS: ReadonlySet<string> = new Set([
  // Answers state `store: false`; requests that depend on stored objects are refused.
  'store',
  // Only controls the padding of stream events.
  'stream_options',
  // Repeated in the answer.
  'metadata',
  // True is refused; false is the default behavior.
  'background',
  // `auto` is reported as a loss separately; `disabled` is the default behavior.
  'truncation',
])

/** Values of `include` without effect: returned anyway, or parts of tools that are reported as losses themselves. */
const HARMLESS_INCLUDES: ReadonlySet<JsonValue> = new Set([
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
  'message.input_image.image_url',
  'file_search_call.results',
  'code_interpreter_call.outputs',
  'computer_call_output.output.image_url',
])

const EFFORTS: ReadonlySet<string> = new Set<Effort>([
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
])

/** @throws AppError `translation_unsupported` for everything that depends on a vendor's stored objects */
export function decodeRequest(body: JsonObject, losses: Losses): ConversationRequest {
  refuseStoredUse(body, losses)
  for (const [member, value] of Object.entries(body))
    if (value !== null && !READ.has(member) && !HARMLESS.has(member)) losses.add(member)
  if (body.truncation === 'auto') losses.add('truncation')
  const model = asText(body.model)
  if (model === undefined) throw invalid('model', 'notProvided')
  return {
    model,
    isStream: body.stream === true,
    turns: [...readInstructions(body), ...decodeItems(inputItems(body), losses)],
    ...decodeTools(body, losses),
    ...readNumbers(body),
    ...readWords(body),
    ...(typeof body.parallel_tool_calls === 'boolean' && { parallelToolCalls: body.parallel_tool_calls }),
    ...readText(body, losses),
    ...readReasoning(asObject(body.reasoning) ?? {}, losses),
    ...readLogprobs(body, losses),
  }
}

function refuseStoredUse(body: JsonObject, losses: Losses): void {
  for (const field of ['previous_response_id', 'conversation', 'prompt'])
    if (body[field] !== undefined && body[field] !== null && body[field] !== '')
      losses.refuse(field, refusals.needsStore)
}

function readInstructions(body: JsonObject): readonly SystemTurn[] {
  const text = asText(body.instructions)
  return text === undefined ? [] : [{ role: 'system', parts: [{ kind: 'text', text }] }]
}

function readNumbers(body: JsonObject): Partial<ConversationRequest> {
  const { max_output_tokens: cap, temperature, top_p: topP } = body
  return {
    ...(typeof cap === 'number' && cap > 0 && { outputTokensMax: cap }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { topP }),
  }
}

function readWords(body: JsonObject): Partial<ConversationRequest> {
  const serviceTier = asText(body.service_tier)
  const user = asText(body.user) ?? asText(body.safety_identifier)
  const cacheKey = asText(body.prompt_cache_key)
  return {
    ...(serviceTier !== undefined && { serviceTier }),
    ...(user !== undefined && { user }),
    ...(cacheKey !== undefined && { cacheKey }),
  }
}

function readText(body: JsonObject, losses: Losses): Partial<ConversationRequest> {
  const text = asObject(body.text) ?? {}
  const verbosity = asText(text.verbosity)
  const format = readFormat(asObject(text.format), losses)
  return { ...(verbosity !== undefined && { verbosity }), ...(format && { format }) }
}

function readFormat(format: JsonObject | undefined, losses: Losses): AnswerFormat | undefined {
  if (!format || format.type === 'text') return undefined
  if (format.type === 'json_object') return { kind: 'json' }
  const schema = asObject(format.schema)
  if (format.type !== 'json_schema' || !schema) return void losses.add('response_format')
  const name = asText(format.name)
  const description = asText(format.description)
  return {
    kind: 'schema',
    schema,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(typeof format.strict === 'boolean' && { isStrict: format.strict }),
  }
}

function readReasoning(reasoning: JsonObject, losses: Losses): { reasoning?: ReasoningWish } {
  const effort = asText(reasoning.effort)
  const isKnown = effort !== undefined && EFFORTS.has(effort)
  if (effort !== undefined && !isKnown) losses.add('reasoning_effort')
  if (asText(reasoning.mode) && reasoning.mode !== 'standard') losses.add('reasoning_mode')
  if (asText(reasoning.context) && reasoning.context !== 'auto') losses.add('reasoning_context')
  const wantsText = asText(reasoning.summary) ?? asText(reasoning.generate_summary)
  if (!isKnown && wantsText === undefined) return {}
  return {
    reasoning: {
      ...(isKnown && { effort: effort as Effort }),
      ...(wantsText !== undefined && { wantsText: true }),
    },
  }
}

function readLogprobs(body: JsonObject, losses: Losses): { logprobs?: number } {
  const include = asArray(body.include) ?? []
  if (include.some((each) => !HARMLESS_INCLUDES.has(each))) losses.add('include')
  const top = typeof body.top_logprobs === 'number' ? body.top_logprobs : 0
  return top > 0 || include.includes('message.output_text.logprobs') ? { logprobs: top } : {}
}
