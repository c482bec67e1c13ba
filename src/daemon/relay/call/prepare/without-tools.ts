import type { AppError } from '../../../errors/app-error.ts'
import { asArray, asObject, asText, isObject, objectsOf } from '../../../protocols/json-access.ts'
import { addsTools } from '../../../protocols/outside-context.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'

/** A body without the tools that its vendor would run, and the types of those tools. */
export interface WithoutTools {
  readonly body: JsonObject
  readonly dropped: readonly string[]
}

/**
 * Removes tools that a request only offers: the model was free not to use them, and clients such as Codex offer a
 * search with every request. Returns the same body if there are none.
 *
 * @param isOut whether to remove a tool, by its type; for Google, and for tools without a type, by the name of a member
 * @param refusal the error for a client that insists on one of them
 * @throws AppError the refusal
 */
export function withoutTools(
  body: JsonObject,
  isOut: (type: string) => boolean,
  refusal: (type: string) => AppError,
): WithoutTools {
  const given = withoutAdded(body, isOut)
  // Google also takes a single entry without the list.
  const tools = asArray(body.tools) ?? objectsOf([body.tools ?? null])
  const out = tools.flatMap((tool) => typesWithin(tool).filter(isOut))
  if (out.length === 0) return given
  const kept = tools.flatMap((tool) => withoutMembers(tool, isOut))
  const callable = namesOf(kept)
  const forced = forcedOf(body.tool_choice)
  const isMissing =
    forced === 'any' ? callable.size === 0 : forced.length > 0 && !forced.some((name) => callable.has(name))
  if (isMissing) throw refusal(out[0] ?? '')
  return { body: withTools(given.body, kept, callable), dropped: [...new Set([...given.dropped, ...out])] }
}

/** Removes tools from the items of OpenAI's input that add tools. */
function withoutAdded(body: JsonObject, isOut: (type: string) => boolean): WithoutTools {
  const input = asArray(body.input)
  const dropped = new Set<string>()
  const items = input?.map((item) => {
    if (!isObject(item) || !addsTools.has(item.type)) return item
    const tools = asArray(item.tools) ?? []
    const out = tools.flatMap((tool) => typesWithin(tool).filter(isOut))
    if (out.length === 0) return item
    for (const type of out) dropped.add(type)
    return { ...item, tools: tools.flatMap((tool) => withoutMembers(tool, isOut)) }
  })
  if (!items || dropped.size === 0) return { body, dropped: [] }
  return { body: { ...body, input: items }, dropped: [...dropped] }
}

/** Returns the types of an entry, including those of the tools inside an OpenAI namespace. */
const typesWithin = (tool: JsonValue): readonly string[] => [
  ...typesOf(tool),
  ...innerTools(tool).flatMap(typesWithin),
]

const innerTools = (tool: JsonValue): readonly JsonValue[] =>
  isObject(tool) && tool.type === 'namespace' ? (asArray(tool.tools) ?? []) : []

/** Returns the types of tools in one entry of `tools`. */
function typesOf(tool: JsonValue): readonly string[] {
  if (!isObject(tool)) return []
  const type = asText(tool.type)
  if (type) return [type === 'shell' ? shellOf(tool) : type]
  // Anthropic's client tools have a name and no type.
  return tool.name === undefined && tool.function === undefined ? Object.keys(tool) : []
}

/** Returns the type of a shell. Clients run a local one, and OpenAI runs one in a container. */
function shellOf({ environment }: JsonObject): string {
  const where = asText(asObject(environment)?.type) ?? 'local'
  return where === 'local' ? 'shell' : `shell.${where}`
}

/** Removes tools from one entry. Google puts several tools into one. */
function withoutMembers(tool: JsonValue, isOut: (type: string) => boolean): JsonValue[] {
  if (!isObject(tool) || !typesWithin(tool).some(isOut)) return [tool]
  if (asText(tool.type))
    return typesOf(tool).some(isOut)
      ? []
      : [{ ...tool, tools: innerTools(tool).flatMap((inner) => withoutMembers(inner, isOut)) }]
  const left = Object.entries(tool).filter(([name]) => !isOut(name))
  return left.length > 0 ? [Object.fromEntries(left)] : []
}

/** Returns the names by which a choice may refer to the tools. */
function namesOf(tools: readonly JsonValue[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const tool of tools.filter(isObject))
    for (const name of [tool.type, tool.name, asObject(tool.function)?.name, asObject(tool.custom)?.name])
      if (typeof name === 'string') names.add(name)
  return names
}

/** Returns the tools of which one must be called, by type and name; `any` = any of them; none = the model is free. */
function forcedOf(choice: JsonValue | undefined): 'any' | readonly string[] {
  if (choice === 'required' || choice === 'any') return 'any'
  if (!isObject(choice) || choice.type === 'auto' || choice.type === 'none') return []
  if (choice.type === 'any') return 'any'
  const allowed = asObject(choice.allowed_tools) ?? choice
  if (choice.type === 'allowed_tools')
    return allowed.mode === 'required' ? objectsOf(allowed.tools).flatMap(chosenName) : []
  return chosenName(choice)
}

/** A choice refers to functions and Anthropic's tools by name, and to tools that the vendor runs by type. */
function chosenName(choice: JsonObject): readonly string[] {
  const name =
    asText(choice.name) ?? asText(asObject(choice.function)?.name) ?? asText(asObject(choice.custom)?.name)
  return [name ?? asText(choice.type) ?? []].flat()
}

/** Vendors refuse a choice if there are no tools, and one that names a missing tool. */
function withTools(body: JsonObject, tools: readonly JsonValue[], callable: ReadonlySet<string>): JsonObject {
  const { tools: _tools, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = body
  if (tools.length === 0) return rest
  return {
    ...rest,
    tools: [...tools],
    ...(choice !== undefined && { tool_choice: amongThose(choice, callable) }),
    ...(parallel !== undefined && { parallel_tool_calls: parallel }),
  }
}

function amongThose(choice: JsonValue, callable: ReadonlySet<string>): JsonValue {
  if (!isObject(choice) || choice.type !== 'allowed_tools') return choice
  const isThere = (each: JsonValue): boolean =>
    isObject(each) && chosenName(each).some((name) => callable.has(name))
  const nested = asObject(choice.allowed_tools)
  const kept = (asArray((nested ?? choice).tools) ?? []).filter(isThere)
  if (kept.length === 0) return 'none'
  return nested ? { ...choice, allowed_tools: { ...nested, tools: kept } } : { ...choice, tools: kept }
}
