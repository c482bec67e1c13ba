import { adaptClaudeRequest } from '../../protocols/anthropic/index.ts'
import { asArray, asObject, isObject } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { readBetas } from '../claude/headers.ts'
import { without } from '../openai-family.ts'
import type { Call } from '../types.ts'

const BEDROCK_VERSION = 'bedrock-2023-05-31'

/** Members that are in the address or that only Anthropic's own API accepts. */
const NOT_IN_BODY = ['model', 'stream', 'service_tier', 'container', 'inference_geo'] as const

/** The beta that replaces a member of tools that Bedrock refuses. */
const EAGER_STREAMING_BETA = 'fine-grained-tool-streaming-2025-05-14'

/** Blocks that must not have a cache mark. */
const UNMARKABLE: ReadonlySet<JsonValue | undefined> = new Set(['thinking', 'redacted_thinking'])

/** Shapes a Messages body for Bedrock: adds version and betas, and removes members that it does not know. */
export function shapeBedrockRequest(body: JsonObject, call: Call): JsonObject {
  const adapted = without(adaptClaudeRequest(body, call.model, call.adapters), ...NOT_IN_BODY)
  const { tools, isEager } = shapeTools(adapted)
  const betas = new Set([
    ...(asArray(adapted.anthropic_beta) ?? []),
    ...readBetas(call),
    ...(isEager ? [EAGER_STREAMING_BETA] : []),
  ])
  return withMarkedEnd({
    ...adapted,
    anthropic_version: BEDROCK_VERSION,
    ...(betas.size > 0 && { anthropic_beta: [...betas] }),
    ...(tools && { tools }),
    ...shapeToolChoice(adapted),
  })
}

function shapeTools(body: JsonObject): {
  readonly tools: JsonValue[] | undefined
  readonly isEager: boolean
} {
  const tools = asArray(body.tools)
  const isEager = tools?.some((each) => asObject(each)?.eager_input_streaming === true) ?? false
  return {
    tools: tools?.map((each) => (isObject(each) ? without(each, 'eager_input_streaming') : each)),
    isEager,
  }
}

/** Keeps only type and name, which Bedrock knows. Calls may then come in parallel. */
function shapeToolChoice(body: JsonObject): JsonObject {
  const choice = asObject(body.tool_choice)
  if (!choice) return {}
  const { type = 'auto', name } = choice
  return { tool_choice: { type, ...(name !== undefined && { name }) } }
}

/** Moves a top-level cache mark to the last block that can be cached, where every version understands it. */
function withMarkedEnd(body: JsonObject): JsonObject {
  const { cache_control: mark, ...rest } = body
  if (mark === undefined) return body
  if (mark === null) return rest
  const messages = asArray(rest.messages) ?? []
  const last = asObject(messages.at(-1))
  const content = markLast(last?.content, mark)
  if (!last || !content) return rest
  return { ...rest, messages: [...messages.slice(0, -1), { ...last, content }] }
}

/** @returns undefined if no block can have the mark or one already has its own */
function markLast(content: JsonValue | undefined, mark: JsonValue): JsonValue[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content, cache_control: mark }]
  const blocks = asArray(content) ?? []
  const place = blocks.findLastIndex((each) => isObject(each) && !UNMARKABLE.has(each.type))
  const block = asObject(blocks[place])
  if (!block || block.cache_control !== undefined) return undefined
  return blocks.with(place, { ...block, cache_control: mark })
}
