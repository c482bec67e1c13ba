import { refusals } from '../../errors/refusals.ts'
import { allowedTools } from '../conversation/allowed-tools.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import { emulateCustomTools } from '../conversation/custom-tools.ts'
import { leaveOutWebSearch } from '../conversation/hosted-tools.ts'
import type { ConversationRequest, FunctionTool, ToolChoice, WebSearch } from '../conversation/types.ts'
import { asObject, asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { encodeCacheMark } from './cache-marks.ts'
import type { Message } from './message.ts'
import type { ClaudeFamily } from './model-families.ts'
import { toAnthropicSchema } from './strict-schema.ts'

/** The version that all models with web search support. */
const WEB_SEARCH_TYPE = 'web_search_20250305'

export interface ToolPlan {
  readonly tools: readonly JsonObject[]
  readonly choice?: JsonObject
  /** An instruction for the system prompt that replaces a forced choice. */
  readonly instruction?: string
}

export interface ToolSituation {
  readonly family: ClaudeFamily
  /** Whether the model accepts `tool_choice` any and tool in this request. */
  readonly canForce: boolean
  /** The tool through which a structured answer is requested. */
  readonly answerTool: JsonObject | undefined
  readonly messages: readonly Message[]
}

/** @throws AppError `translation_unsupported` when a search is forced that only Claude supports */
export function planTools(
  request: ConversationRequest,
  situation: ToolSituation,
  target: EncodeTarget,
): ToolPlan {
  const { toolChoice, webSearch } = request
  const all = emulateCustomTools(request.tools)
  const offered = toolChoice?.kind === 'allowed' ? allowedTools(all, toolChoice.names) : all
  const tools = offered.map((tool) => encodeTool(tool, situation.family, target))
  if (webSearch && (target.traits.takesWebSearch === false || !situation.family.isClaude))
    leaveOutWebSearch(webSearch, target.losses, refusals.noWebSearch)
  else if (webSearch) tools.push(encodeWebSearch(webSearch, target))
  if (situation.answerTool) return planAnswerTool(tools, situation.answerTool, toolChoice)
  if (tools.length === 0) return planHistory(situation.messages)
  const isForced = kindOf(toolChoice) === 'required' || toolChoice?.kind === 'tool'
  if (!isForced || situation.canForce)
    return withChoice(tools, encodeChoice(toolChoice), request.parallelToolCalls)
  target.losses.add('tool_choice')
  return {
    ...withChoice(tools, { type: 'auto' }, request.parallelToolCalls),
    instruction:
      toolChoice?.kind === 'tool'
        ? `You must call the tool ${toolChoice.name} before you answer.`
        : 'You must call at least one tool before you answer.',
  }
}

const kindOf = (choice: ToolChoice | undefined): string | undefined =>
  choice?.kind === 'allowed' ? choice.mode : choice?.kind

function withChoice(
  tools: readonly JsonObject[],
  choice: JsonObject | undefined,
  isParallel: boolean | undefined,
): ToolPlan {
  if (isParallel !== undefined && choice?.type !== 'none')
    return { tools, choice: { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: !isParallel } }
  return choice ? { tools, choice } : { tools }
}

function encodeChoice(choice: ToolChoice | undefined): JsonObject | undefined {
  if (choice?.kind === 'tool') return { type: 'tool', name: choice.name }
  switch (kindOf(choice)) {
    case 'none':
      return { type: 'none' }
    case 'auto':
      return { type: 'auto' }
    case 'required':
      return { type: 'any' }
    default:
      return undefined
  }
}

/** Makes the model answer through the answer tool; it may call the client's own tools first. */
function planAnswerTool(tools: readonly JsonObject[], answerTool: JsonObject, choice?: ToolChoice): ToolPlan {
  if (tools.length === 0 || choice?.kind === 'none')
    return { tools: [...tools, answerTool], choice: { type: 'tool', name: answerTool.name ?? '' } }
  return { tools: [...tools, answerTool], choice: { type: 'any' } }
}

/** Defines the tools of earlier calls, which need definitions even if the client no longer offers the tools. */
function planHistory(messages: readonly Message[]): ToolPlan {
  const names = messages.flatMap((message) =>
    message.content.flatMap((block) => (block.type === 'tool_use' ? (asText(block.name) ?? []) : [])),
  )
  if (names.length === 0) return { tools: [] }
  const tools = [...new Set(names)].map((name) => ({
    name,
    input_schema: { type: 'object', properties: {} },
  }))
  return { tools, choice: { type: 'none' } }
}

function encodeTool(tool: FunctionTool, family: ClaudeFamily, { traits, losses }: EncodeTarget): JsonObject {
  if (tool.definedByAnthropic && family.isClaude) {
    const { cache_control: _mark, ...defined } = tool.definedByAnthropic
    return { ...defined, ...encodeCacheMark(tool.cache) }
  }
  const given = tool.parameters ?? { type: 'object', properties: {} }
  const takesStrict = family.takesStructuredOutput && traits.takesStructuredOutput !== false
  const strict = tool.isStrict === true && takesStrict ? toAnthropicSchema(given) : undefined
  if (tool.isStrict === true && !strict) losses.add('strict')
  return {
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    input_schema: { ...(strict ?? given), type: 'object' },
    ...(strict && { strict: true }),
    ...encodeCacheMark(tool.cache),
  }
}

function encodeWebSearch(
  { contextSize, allowedDomains, userLocation }: WebSearch,
  { losses }: EncodeTarget,
): JsonObject {
  if (contextSize !== undefined && contextSize !== 'medium') losses.add('search_context_size')
  return {
    type: WEB_SEARCH_TYPE,
    name: 'web_search',
    ...(allowedDomains && { allowed_domains: [...allowedDomains] }),
    ...(userLocation && { user_location: encodeLocation(userLocation) }),
  }
}

/** Encodes the user's location. Chat nests the fields (`approximate: { city }`); Responses and Anthropic do not. */
function encodeLocation({ approximate, ...location }: JsonObject): JsonObject {
  return { ...location, ...asObject(approximate), type: 'approximate' }
}
