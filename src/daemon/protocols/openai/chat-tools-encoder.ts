import { allowedTools, customNames } from '../conversation/allowed-tools.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import { emulateCustomTools } from '../conversation/custom-tools.ts'
import { isStrictSchema } from '../conversation/strict-schema.ts'
import type { ConversationRequest, FunctionTool, Tool, ToolChoice } from '../conversation/types.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { encodeCacheMark, isOpenAiItself } from './chat-content-encoder.ts'

/** The encoded tools of a request: body members, and an instruction for what they cannot express. */
export interface EncodedTools {
  readonly members: JsonObject
  readonly instruction: string | undefined
}

/** Encodes the tools. Without tools, neither a choice nor parallel calls may be stated. */
export function encodeTools(request: ConversationRequest, target: EncodeTarget): EncodedTools {
  const { tools, toolChoice, parallelToolCalls } = request
  if (tools.length === 0) return { members: {}, instruction: undefined }
  const choice = toolChoice && encodeChoice(toolChoice, tools, target)
  const offered = choice?.offered ?? tools
  const written = isOpenAiItself(target) ? offered : emulateCustomTools(offered)
  if (
    written !== offered &&
    offered.some((tool) => tool.kind === 'custom' && tool.format?.type === 'grammar')
  )
    target.losses.add('grammar')
  return {
    members: {
      tools: written.map((tool) => encodeTool(tool, target)),
      ...(choice && { tool_choice: choice.value }),
      ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
    },
    instruction: choice?.instruction,
  }
}

function encodeTool(tool: Tool, target: EncodeTarget): JsonObject {
  const described = {
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
  }
  if (tool.kind === 'custom')
    return { type: 'custom', custom: { ...described, ...(tool.format && { format: tool.format }) } }
  return {
    type: 'function',
    function: {
      ...described,
      ...(tool.parameters && { parameters: tool.parameters }),
      ...encodeStrict(tool, target),
    },
    ...encodeCacheMark(tool.cache, target, false),
  }
}

/** Encodes `strict`. OpenAI answers 400 if not all properties are required, which Anthropic does not demand. */
function encodeStrict({ isStrict, parameters }: FunctionTool, { losses }: EncodeTarget): JsonObject {
  if (isStrict === undefined) return {}
  if (!isStrict || !parameters || isStrictSchema(parameters)) return { strict: isStrict }
  losses.add('strict')
  return {}
}

interface EncodedChoice {
  readonly value: JsonValue
  /** The tools left to choose from; undefined = all. */
  readonly offered?: readonly Tool[]
  readonly instruction?: string
}

function encodeChoice(choice: ToolChoice, tools: readonly Tool[], target: EncodeTarget): EncodedChoice {
  switch (choice.kind) {
    case 'none':
    case 'auto':
      return { value: choice.kind }
    case 'required':
      return force('required', 'Call at least one tool.', target)
    case 'tool': {
      const named = nameTool(choice.name, customNames(tools), target)
      return force(named, `Call the tool ${choice.name}.`, target)
    }
    case 'allowed': {
      const { mode, names } = choice
      if (isOpenAiItself(target)) {
        const custom = customNames(tools)
        const allowed = names.map((name) => nameTool(name, custom, target))
        return { value: { type: 'allowed_tools', allowed_tools: { mode, tools: allowed } } }
      }
      const offered = allowedTools(tools, names)
      const chosen = encodeChoice({ kind: mode }, tools, target)
      return offered.length > 0 ? { ...chosen, offered } : chosen
    }
  }
}

function force(value: JsonValue, instruction: string, { traits, losses }: EncodeTarget): EncodedChoice {
  if (traits.takesForcedToolChoice !== false) return { value }
  losses.add('tool_choice')
  return { value: 'auto', instruction }
}

function nameTool(name: string, custom: ReadonlySet<string>, target: EncodeTarget): JsonObject {
  return custom.has(name) && isOpenAiItself(target)
    ? { type: 'custom', custom: { name } }
    : { type: 'function', function: { name } }
}
