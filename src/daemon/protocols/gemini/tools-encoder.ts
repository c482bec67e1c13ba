import { functionName, refusals } from '../../errors/refusals.ts'
import { allowedTools } from '../conversation/allowed-tools.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import { emulateCustomTools } from '../conversation/custom-tools.ts'
import { leaveOutWebSearch } from '../conversation/hosted-tools.ts'
import type { ConversationRequest, FunctionTool, Tool, ToolChoice, WebSearch } from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import type { GeminiFamily } from './models.ts'
import { toSchemaSubset } from './schema-subset.ts'

/** Functions with these names and no arguments represent the tools that Google runs itself. */
const BUILT_IN: ReadonlySet<string> = new Set(['googleSearch', 'codeExecution', 'urlContext'])

/** @see https://ai.google.dev/api/caching#FunctionDeclaration */
const NAME = /^[a-zA-Z_][\w.:-]{0,127}$/

/** Returns `tools` and `toolConfig`; empty if the request has no tools. */
export function encodeTools(
  request: ConversationRequest,
  target: EncodeTarget,
  family: GeminiFamily,
): JsonObject {
  const { toolChoice } = request
  const offered = offeredTools(request.tools, toolChoice)
  const functions = offered.filter((tool) => !isBuiltIn(tool))
  const named = [...new Set(offered.filter(isBuiltIn).map((tool) => tool.name))]
  const takesBoth = functions.length === 0 || (family.generation ?? 3) >= 3
  const builtIn = takesBoth
    ? withSearch(named, request.webSearch, target)
    : leaveOutBuiltIn(named, request, target)
  const isMixed = builtIn.length > 0 && functions.length > 0
  // The grammar is stated in the description, but not enforced.
  if (functions.some((tool) => tool.kind === 'custom' && tool.format?.type === 'grammar'))
    target.losses.add('grammar')
  if (request.parallelToolCalls === false && functions.length > 0) target.losses.add('parallel_tool_calls')
  const tools = [
    ...builtIn.map((name) => ({ [name]: {} })),
    ...(functions.length > 0
      ? [
          {
            functionDeclarations: emulateCustomTools(functions).map((tool) =>
              encodeTool(tool, target, family),
            ),
          },
        ]
      : []),
  ]
  if (tools.length === 0) return {}
  const calling = functions.length > 0 ? encodeChoice(request, functions, target, family) : undefined
  const config: JsonObject = {
    ...(calling && { functionCallingConfig: calling }),
    // The developer API requires it together with functions; Vertex AI, which opens links, rejects it.
    ...(isMixed && target.traits.takesMediaUrls === false && { includeServerSideToolInvocations: true }),
  }
  return { tools, ...(Object.keys(config).length > 0 && { toolConfig: config }) }
}

/**
 * Drops Google's tools, because the model accepts either these or functions, and a client's work depends on its
 * functions.
 *
 * @throws AppError `translation_unsupported` when the client forces one of Google's tools
 */
function leaveOutBuiltIn(
  names: readonly string[],
  { webSearch, toolChoice }: ConversationRequest,
  { losses }: EncodeTarget,
): readonly string[] {
  if (toolChoice?.kind === 'tool' && names.includes(toolChoice.name))
    losses.refuse('tool_choice', refusals.eitherTools)
  for (const name of names) losses.add(name)
  if (webSearch) leaveOutWebSearch(webSearch, losses, refusals.eitherTools)
  return []
}

/** Adds Google's search, which has no options. */
function withSearch(
  names: readonly string[],
  webSearch: WebSearch | undefined,
  { losses }: EncodeTarget,
): readonly string[] {
  if (!webSearch) return names
  const { contextSize, allowedDomains, userLocation } = webSearch
  if (contextSize !== undefined) losses.add('search_context_size')
  if (allowedDomains) losses.add('allowed_domains')
  if (userLocation) losses.add('user_location')
  return names.includes('googleSearch') ? names : [...names, 'googleSearch']
}

/** Returns the tools to offer: if the model may choose only among some, the others are left out. */
function offeredTools(tools: readonly Tool[], choice: ToolChoice | undefined): readonly Tool[] {
  if (choice?.kind !== 'allowed' || choice.mode !== 'auto') return tools
  return allowedTools(tools, choice.names)
}

const isBuiltIn = (tool: Tool): boolean =>
  tool.kind === 'function' && BUILT_IN.has(tool.name) && !hasArguments(tool.parameters)

/** Whether a function has arguments. If not, it declares none, because `parameters` without properties are rejected. */
const hasArguments = (parameters: JsonObject | undefined): parameters is JsonObject =>
  parameters !== undefined &&
  (Object.keys(asObject(parameters.properties) ?? {}).length > 0 ||
    Object.keys(parameters).some((key) =>
      ['$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'].includes(key),
    ) ||
    asObject(parameters.additionalProperties) !== undefined)

function encodeTool(tool: FunctionTool, target: EncodeTarget, family: GeminiFamily): JsonObject {
  if (!NAME.test(tool.name)) target.losses.refuse('tools', functionName(tool.name))
  return {
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    ...encodeParameters(tool, target, family),
  }
}

function encodeParameters(
  { parameters, cache }: FunctionTool,
  { losses }: EncodeTarget,
  family: GeminiFamily,
): JsonObject {
  if (cache) losses.add('cache_control')
  if (!hasArguments(parameters)) return {}
  if (!takesSubsetOnly(family)) return { parametersJsonSchema: parameters }
  const { schema, isLossy } = toSchemaSubset(parameters)
  if (isLossy) losses.add('parameters')
  return { parameters: schema }
}

/** Whether only the schema subset is understood. JSON Schema is supported from 2.0 on. */
export const takesSubsetOnly = ({ generation }: GeminiFamily): boolean =>
  generation !== undefined && generation < 2

function encodeChoice(
  { toolChoice }: ConversationRequest,
  functions: readonly Tool[],
  { traits, losses }: EncodeTarget,
  family: GeminiFamily,
): JsonObject | undefined {
  const isStrict = functions.some((tool) => tool.kind === 'function' && tool.isStrict === true)
  const validates = (family.generation ?? 0) >= 2.5
  const free = isStrict && validates ? 'VALIDATED' : 'AUTO'
  if (isStrict && !validates) losses.add('strict')
  const isForced = toolChoice?.kind === 'required' || toolChoice?.kind === 'tool'
  if (isForced && traits.takesForcedToolChoice === false) {
    losses.add('tool_choice')
    return { mode: free }
  }
  switch (toolChoice?.kind) {
    case 'none':
      return { mode: 'NONE' }
    case 'required':
      return { mode: 'ANY' }
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [toolChoice.name] }
    case 'allowed':
      return toolChoice.mode === 'auto'
        ? { mode: free }
        : { mode: 'ANY', allowedFunctionNames: [...toolChoice.names] }
    case 'auto':
      return { mode: free }
    default:
      return free === 'AUTO' ? undefined : { mode: free }
  }
}
