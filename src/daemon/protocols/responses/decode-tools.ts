import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { isStrictSchema } from '../conversation/strict-schema.ts'
import type { Tool, ToolChoice, WebSearch } from '../conversation/types.ts'
import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { asFunction, type ClientTool, chosenFunction, readClientTools } from './client-tools.ts'
import { declaredTools } from './input-items.ts'
import { flatName, readFlatName } from './tool-names.ts'

/** The tools of a request that other protocols can express. */
export interface DecodedTools {
  readonly tools: readonly Tool[]
  readonly toolChoice?: ToolChoice
  readonly webSearch?: WebSearch
}

const WEB_SEARCH = /^web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/

/**
 * Tools that OpenAI runs are left out, web search excepted, which others have as well. Tools that it defines and clients run become
 * functions.
 *
 * @throws AppError `translation_unsupported` when the choice forces a tool that cannot be translated
 */
export function decodeTools(body: JsonObject, losses: Losses): DecodedTools {
  const tools: Tool[] = []
  let webSearch: WebSearch | undefined
  const ofClients = readClientTools(body)
  const open = new Set(ofClients.keys())
  for (const tool of declaredTools(body)) {
    const type = asText(tool.type) ?? 'function'
    const asked = open.delete(type) ? asFunction(tool) : undefined
    if (asked) tools.push(...decodeTool(asked, undefined, losses))
    else if (WEB_SEARCH.test(type)) webSearch ??= decodeWebSearch(tool)
    else if (type === 'namespace') for (const each of decodeNamespace(tool, losses)) tools.push(each)
    else tools.push(...decodeTool(tool, undefined, losses))
  }
  const toolChoice = decodeToolChoice(body.tool_choice, { tools, ofClients, webSearch }, losses)
  const search =
    webSearch && isSearchForced(body.tool_choice, tools)
      ? { ...webSearch, isForced: true as const }
      : webSearch
  return { tools, ...(toolChoice && { toolChoice }), ...(search && { webSearch: search }) }
}

/** Whether the choice names the search, or requires a tool and there is no other. */
const isSearchForced = (choice: JsonValue | undefined, tools: readonly Tool[]): boolean =>
  choice === 'required' ? tools.length === 0 : WEB_SEARCH.test(asText(asObject(choice)?.type) ?? '')

function decodeNamespace(space: JsonObject, losses: Losses): readonly Tool[] {
  return objectsOf(space.tools).flatMap((tool) => decodeTool(tool, asText(space.name), losses))
}

function decodeTool(tool: JsonObject, namespace: string | undefined, losses: Losses): readonly Tool[] {
  const type = asText(tool.type) ?? 'function'
  const own = asText(tool.name)
  if (own === undefined || (type !== 'function' && type !== 'custom')) {
    losses.add(type === 'function' || type === 'custom' ? 'tools' : type)
    return []
  }
  const name = flatName({ name: own, ...(namespace !== undefined && { namespace }) })
  const description = asText(tool.description)
  const common = { name, ...(description !== undefined && { description }) }
  if (type === 'custom') {
    const format = asObject(tool.format)
    return [{ kind: 'custom', ...common, ...(format && { format }) }]
  }
  const parameters = asObject(tool.parameters)
  const isStrict = readStrict(tool.strict, parameters)
  return [
    {
      kind: 'function',
      ...common,
      ...(parameters && { parameters }),
      ...(isStrict !== undefined && { isStrict }),
    },
  ]
}

/**
 * Returns whether the tool is strict. Strict is the default of this protocol, but only in the sense of "if the schema
 * allows it": other vendors reject a strict tool whose schema does not follow the rules. So an unstated value counts as
 * strict only if the schema does.
 */
function readStrict(strict: JsonValue | undefined, parameters: JsonObject | undefined): boolean | undefined {
  if (typeof strict === 'boolean') return strict
  return strict === undefined && parameters && isStrictSchema(parameters) ? true : undefined
}

function decodeWebSearch(tool: JsonObject): WebSearch {
  const contextSize = asText(tool.search_context_size)
  const domains = (asArray(asObject(tool.filters)?.allowed_domains) ?? []).filter(
    (each): each is string => typeof each === 'string',
  )
  const userLocation = asObject(tool.user_location)
  return {
    ...(contextSize !== undefined && { contextSize }),
    ...(domains.length > 0 && { allowedDomains: domains }),
    ...(userLocation && { userLocation }),
  }
}

/** The tools that a choice can refer to. */
interface Choosable {
  readonly tools: readonly Tool[]
  readonly ofClients: ReadonlyMap<string, ClientTool>
  readonly webSearch: WebSearch | undefined
}

function decodeToolChoice(
  choice: JsonValue | undefined,
  { tools, ofClients, webSearch }: Choosable,
  losses: Losses,
): ToolChoice | undefined {
  if (choice === 'none' || choice === 'auto') return tools.length > 0 ? { kind: choice } : undefined
  if (choice === 'required') {
    if (tools.length > 0) return { kind: 'required' }
    if (!webSearch) losses.refuse('tool_choice', refusals.hostedByResponses)
    losses.add('tool_choice')
    return undefined
  }
  const object = asObject(choice)
  if (!object) return undefined
  if (object.type === 'function' || object.type === 'custom')
    return { kind: 'tool', name: readFlatName(object) }
  if (object.type === 'allowed_tools') return decodeAllowed(object, { tools, ofClients }, losses)
  const ofClient = chosenFunction(object, ofClients)
  if (ofClient !== undefined) return { kind: 'tool', name: ofClient }
  // The search itself is translated; only the requirement to use it is lost.
  if (WEB_SEARCH.test(asText(object.type) ?? '') && webSearch) {
    losses.add('tool_choice')
    return undefined
  }
  return losses.refuse(asText(object.type) ?? 'tool_choice', refusals.hostedByResponses)
}

function decodeAllowed(
  choice: JsonObject,
  { tools, ofClients }: Pick<Choosable, 'tools' | 'ofClients'>,
  losses: Losses,
): ToolChoice | undefined {
  const known = new Set(tools.map((tool) => tool.name))
  const listed = objectsOf(choice.tools)
  const names = listed
    .map((each) => chosenFunction(each, ofClients) ?? readFlatName(each))
    .filter((name) => known.has(name))
  if (names.length < listed.length) losses.add('tool_choice')
  const mode = choice.mode === 'required' ? 'required' : 'auto'
  if (names.length > 0) return { kind: 'allowed', mode, names }
  if (mode === 'required') return losses.refuse('tool_choice', refusals.hostedByResponses)
  return tools.length > 0 ? { kind: 'none' } : undefined
}
