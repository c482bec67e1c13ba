import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import type { FunctionTool, ToolChoice, WebSearch } from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import {
  member,
  objectMember,
  objectsMember,
  textMember,
  textsMember,
  toCamelCase,
  toSnakeCase,
} from './members.ts'
import { fromSchemaSubset } from './subset-schema.ts'

export interface DecodedTools {
  readonly tools: readonly FunctionTool[]
  readonly webSearch?: WebSearch
}

const SEARCHES: ReadonlySet<string> = new Set(['googleSearch', 'googleSearchRetrieval'])

/**
 * Decodes the tools. Tools that Google runs are left out, except its search: no choice can force them.
 *
 * @throws AppError `translation_unsupported` for `computerUse`, whose calls the client would run
 */
export function decodeTools(body: JsonObject, losses: Losses): DecodedTools {
  const tools: FunctionTool[] = []
  let webSearch: WebSearch | undefined
  for (const entry of objectsMember(body, 'tools')) {
    for (const [key, value] of Object.entries(entry)) {
      const name = toCamelCase(key)
      if (value === null) continue
      if (name === 'functionDeclarations')
        tools.push(...objectsMember(entry, name).map((each) => decodeFunction(each, losses)))
      else if (SEARCHES.has(name)) {
        webSearch = {}
        if (Object.keys(asObject(value) ?? {}).length > 0) losses.add('web_search_options')
      } else if (name === 'computerUse') losses.refuse(toSnakeCase(name), refusals.googleTool)
      else losses.add(toSnakeCase(name))
    }
  }
  return { tools, ...(webSearch && { webSearch }) }
}

function decodeFunction(declaration: JsonObject, losses: Losses): FunctionTool {
  for (const name of ['response', 'responseJsonSchema', 'behavior'])
    if (member(declaration, name) !== undefined) losses.add(`tools.${toSnakeCase(name)}`)
  const subset = objectMember(declaration, 'parameters')
  const parameters = objectMember(declaration, 'parametersJsonSchema') ?? (subset && fromSchemaSubset(subset))
  const description = textMember(declaration, 'description')
  return {
    kind: 'function',
    name: textMember(declaration, 'name') ?? '',
    ...(description !== undefined && { description }),
    ...(parameters && { parameters }),
  }
}

/** Members without effect elsewhere: the reporting of calls and searches that Google makes itself. */
const HARMLESS_CALLING: ReadonlySet<string> = new Set([
  'mode',
  'allowedFunctionNames',
  'streamFunctionCallArguments',
])

export function decodeToolChoice(body: JsonObject, losses: Losses): ToolChoice | undefined {
  const config = objectMember(body, 'toolConfig')
  if (!config) return undefined
  for (const key of Object.keys(config)) {
    const name = toCamelCase(key)
    if (name !== 'functionCallingConfig' && name !== 'includeServerSideToolInvocations')
      losses.add(toSnakeCase(name))
  }
  const calling = objectMember(config, 'functionCallingConfig')
  if (!calling) return undefined
  for (const key of Object.keys(calling))
    if (!HARMLESS_CALLING.has(toCamelCase(key))) losses.add(toSnakeCase(toCamelCase(key)))
  const names = textsMember(calling, 'allowedFunctionNames')
  const [only] = names
  switch (textMember(calling, 'mode')?.toUpperCase()) {
    case 'NONE':
      return { kind: 'none' }
    case 'ANY':
      if (only === undefined) return { kind: 'required' }
      return names.length === 1 ? { kind: 'tool', name: only } : { kind: 'allowed', mode: 'required', names }
    case 'AUTO':
    case 'VALIDATED':
      return only === undefined ? { kind: 'auto' } : { kind: 'allowed', mode: 'auto', names }
    default:
      return undefined
  }
}
