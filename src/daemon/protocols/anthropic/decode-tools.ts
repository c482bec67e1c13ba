import { anthropicTool } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { HostedTools } from '../conversation/hosted-tools.ts'
import type { FunctionTool, Tool, ToolChoice, WebSearch } from '../conversation/types.ts'
import { asArray, asObject, asText } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { decodeCacheMark } from './cache-marks.ts'
import { asFunction } from './client-tools.ts'

interface DecodedTools {
  readonly tools: readonly FunctionTool[]
  readonly webSearch: WebSearch | undefined
}

/** Members of a tool that are translated, or that only affect the delivery of its calls. */
const KNOWN_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'name',
  'description',
  'input_schema',
  'strict',
  'cache_control',
  'eager_input_streaming',
  'defer_loading',
])

const SEARCH_MEMBERS: ReadonlySet<string> = new Set(['type', 'name', 'allowed_domains', 'user_location'])

/** Tools that Anthropic defines and the client runs. The client cannot work without them. */
const RUN_BY_CLIENTS = /^(?:bash|text_editor|computer|memory)_\d/

/**
 * Decodes the tools. Leaves out those that Anthropic runs, except web search, which other vendors have too. Tools that
 * Anthropic defines and clients run become functions.
 *
 * @throws AppError `translation_unsupported` for an unknown version of a tool that clients run, and if `tool_choice`
 *   requires a tool that was left out
 */
export function decodeTools(
  offered: readonly JsonObject[],
  choice: JsonValue | undefined,
  losses: Losses,
): DecodedTools {
  const tools: FunctionTool[] = []
  const hosted = new HostedTools(losses)
  let webSearch: WebSearch | undefined
  let searchName: string | undefined
  for (const tool of offered) {
    const type = asText(tool.type) ?? 'custom'
    const asked = type === 'custom' ? tool : asFunction(tool)
    if (asked === tool) tools.push(decodeTool(tool, losses))
    else if (asked) tools.push({ ...decodeTool(asked, losses), definedByAnthropic: tool })
    else if (RUN_BY_CLIENTS.test(type)) losses.refuse('tools', anthropicTool(type))
    else if (type.startsWith('web_search_')) {
      webSearch = decodeWebSearch(tool, losses)
      searchName = asText(tool.name)
    } else hosted.leaveOut(type, asText(tool.name) ?? type)
  }
  const { type: kind, name } = asObject(choice) ?? {}
  if (kind === 'any') hosted.checkForced(undefined, tools.length > 0 || webSearch !== undefined)
  if (kind === 'tool') hosted.checkForced(asText(name) ?? '', true)
  const isForced = kind === 'any' ? tools.length === 0 : kind === 'tool' && name === searchName
  return { tools, webSearch: webSearch && isForced ? { ...webSearch, isForced } : webSearch }
}

function decodeTool(tool: JsonObject, losses: Losses): FunctionTool {
  addUnknown(tool, KNOWN_MEMBERS, losses)
  const description = asText(tool.description)
  const parameters = asObject(tool.input_schema)
  const cache = decodeCacheMark(tool)
  return {
    kind: 'function',
    name: asText(tool.name) ?? '',
    ...(description !== undefined && { description }),
    ...(parameters && { parameters }),
    ...(typeof tool.strict === 'boolean' && { isStrict: tool.strict }),
    ...(cache && { cache }),
  }
}

function decodeWebSearch(tool: JsonObject, losses: Losses): WebSearch {
  addUnknown(tool, SEARCH_MEMBERS, losses)
  const allowedDomains = (asArray(tool.allowed_domains) ?? []).flatMap((each) => asText(each) ?? [])
  const userLocation = asObject(tool.user_location)
  return {
    ...(allowedDomains.length > 0 && { allowedDomains }),
    ...(userLocation && { userLocation }),
  }
}

function addUnknown(tool: JsonObject, known: ReadonlySet<string>, losses: Losses): void {
  for (const [member, value] of Object.entries(tool))
    if (!known.has(member) && value !== null && value !== false) losses.add(member)
}

/** Decodes the tool choice, which contains `disable_parallel_tool_use`. */
export function decodeToolChoice(
  value: JsonValue | undefined,
  tools: readonly Tool[],
  losses: Losses,
): { readonly toolChoice?: ToolChoice; readonly parallelToolCalls?: boolean } {
  const choice = asObject(value)
  if (!choice) return {}
  const disables = choice.disable_parallel_tool_use
  const parallel = typeof disables === 'boolean' ? { parallelToolCalls: !disables } : {}
  const toolChoice = decodeChoice(choice, tools)
  if (!toolChoice) losses.add('tool_choice')
  return { ...(toolChoice && { toolChoice }), ...parallel }
}

function decodeChoice(choice: JsonObject, tools: readonly Tool[]): ToolChoice | undefined {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return { kind: choice.type }
    case 'any':
      return { kind: 'required' }
    case 'tool': {
      const name = asText(choice.name)
      return name !== undefined && tools.some((tool) => tool.name === name)
        ? { kind: 'tool', name }
        : undefined
    }
    default:
      return undefined
  }
}
