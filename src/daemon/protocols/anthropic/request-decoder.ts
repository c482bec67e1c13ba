import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { heldTo } from '../conversation/strict-schema.ts'
import type { AnswerFormat, ConversationRequest, Effort, ReasoningWish } from '../conversation/types.ts'
import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { readModel } from '../openai/request-checks.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { decodeToolChoice, decodeTools } from './decode-tools.ts'
import { decodeTurns } from './decode-turns.ts'
import { offeredTools } from './deferred-tools.ts'
import { continuesThread } from './threads.ts'

/** OpenAI's limit for the end-user id, the lowest of all vendors. */
const USER_CHARS_MAX = 64

const EFFORTS: ReadonlySet<string> = new Set<Effort>([
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
])

/** Members translated in this file or in the decoders of turns and tools. */
const CARRIED: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'system',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'stream',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'cache_control',
  'metadata',
  'service_tier',
  'mcp_servers',
  'container',
  'context_management',
])

/**
 * Members without effect on the answer. `anthropic_version` and `anthropic_beta` replace the API's headers at Bedrock
 * and Vertex AI.
 */
const HARMLESS: ReadonlySet<string> = new Set(['anthropic_version', 'anthropic_beta'])

/**
 * Decodes a Messages request to the neutral form.
 *
 * @throws AppError `translation_unsupported` for features that only Anthropic's own servers have
 */
export function decodeRequest(body: JsonObject, losses: Losses): ConversationRequest {
  refuseHosted(body, losses)
  for (const [member, value] of Object.entries(body))
    if (value !== null && !CARRIED.has(member) && !HARMLESS.has(member)) losses.add(member)
  const { tools, webSearch } = decodeTools(offeredTools(body), body.tool_choice, losses)
  const choice = decodeToolChoice(body.tool_choice, tools, losses)
  const reasoning = decodeReasoning(body, losses)
  const format = decodeFormat(body, losses)
  const stop = (asArray(body.stop_sequences) ?? []).flatMap((each) => asText(each) ?? [])
  const user = decodeUser(body.metadata, losses)
  const serviceTier = asText(body.service_tier)
  return {
    model: readModel(body),
    isStream: body.stream === true,
    turns: decodeTurns(body, losses),
    tools,
    ...choice,
    ...numberMember('outputTokensMax', body.max_tokens),
    ...numberMember('temperature', body.temperature),
    ...numberMember('topP', body.top_p),
    ...numberMember('topK', body.top_k),
    ...(stop.length > 0 && { stop }),
    ...(format && { format }),
    ...(reasoning && { reasoning }),
    ...(serviceTier !== undefined && {
      serviceTier: serviceTier === 'standard_only' ? 'default' : serviceTier,
    }),
    ...(user !== undefined && { user }),
    ...(webSearch && { webSearch }),
  }
}

const numberMember = <Name extends string>(
  name: Name,
  value: JsonValue | undefined,
): Partial<Record<Name, number>> =>
  typeof value === 'number' ? ({ [name]: value } as Partial<Record<Name, number>>) : {}

function refuseHosted(body: JsonObject, losses: Losses): void {
  if (continuesThread(body)) losses.refuse('thread', refusals.anthropicThread)
  if ((asArray(body.mcp_servers) ?? []).length > 0) losses.refuse('mcp_servers', refusals.anthropicMcp)
  if (body.container !== undefined && body.container !== null)
    losses.refuse('container', refusals.anthropicContainers)
  // Anthropic would shorten the conversation to save tokens. Other vendors get all of it.
  if (objectsOf(asObject(body.context_management)?.edits).length > 0) losses.add('context_management')
}

function decodeReasoning(body: JsonObject, losses: Losses): ReasoningWish | undefined {
  const thinking = asObject(body.thinking)
  const config = asObject(body.output_config)
  const named = asText(config?.effort)
  const effort = named !== undefined && EFFORTS.has(named) ? (named as Effort) : undefined
  if (named !== undefined && effort === undefined) losses.add('reasoning_effort')
  const wish = effort === undefined ? {} : { effort }
  const wantsText = thinking?.display !== 'omitted'
  switch (thinking?.type) {
    case 'disabled':
      if (effort !== undefined && effort !== 'none') losses.add('reasoning_effort')
      return { effort: 'none' }
    case 'enabled':
      return { ...wish, ...numberMember('budgetTokens', thinking.budget_tokens), wantsText }
    case 'adaptive':
      return effort === undefined ? { budgetTokens: -1, wantsText } : { ...wish, wantsText }
    default:
      if (thinking) losses.add('thinking')
      return effort === undefined ? undefined : wish
  }
}

/** Decodes the answer format. `output_format` was the name of `output_config.format` during its beta. */
function decodeFormat(body: JsonObject, losses: Losses): AnswerFormat | undefined {
  const config = asObject(body.output_config) ?? {}
  for (const [member, value] of Object.entries(config))
    if (member !== 'effort' && member !== 'format' && value !== null) losses.add(member)
  const format = asObject(config.format) ?? asObject(body.output_format)
  if (!format) return undefined
  const schema = asObject(format.schema)
  if (format.type === 'json_schema' && schema) return heldTo(schema)
  return losses.refuse('output_config.format', refusals.jsonSchemaOnly)
}

function decodeUser(metadata: JsonValue | undefined, losses: Losses): string | undefined {
  const { user_id, ...others } = asObject(metadata) ?? {}
  if (Object.keys(others).length > 0) losses.add('metadata')
  return asText(user_id)?.slice(0, USER_CHARS_MAX)
}
