import { asArray, asObject, isObject, objectsOf } from './json-access.ts'
import type { JsonObject, JsonValue } from './types.ts'

/** Members that refer to a file stored by a vendor, in the spelling of any protocol. */
const FILE_NAMES: readonly string[] = ['file_id', 'file_url', 'file_uri', 'fileUri']

/** Members that contain a link, or an object with one. */
const LINKS: readonly string[] = [
  'url',
  'image_url',
  'video_url',
  'audio_url',
  'input_audio',
  'source',
  'file',
]

/** Parts nest a few levels (a tool's result contains parts, a part its source); deeper values are arbitrary data. */
const DEPTH_MAX = 6

/** Whether a message, or a part of one, refers to a file by id or link, so that its size is not in the body. */
export function namesFile(value: JsonValue | undefined, depth = 0): boolean {
  if (depth > DEPTH_MAX) return false
  const list = asArray(value)
  if (list) return list.some((each) => namesFile(each, depth + 1))
  const part = asObject(value)
  if (!part) return false
  if (FILE_NAMES.some((name) => part[name] !== undefined && part[name] !== null)) return true
  if (LINKS.some((name) => isLink(part[name]))) return true
  return Object.values(part).some((each) => typeof each === 'object' && namesFile(each, depth + 1))
}

const isLink = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && /^(https?|gs|s3|oss):/i.test(value)

/** Items of OpenAI's input that add tools: tools added later in a conversation, and results of a tool search. */
export const addsTools: ReadonlySet<JsonValue | undefined> = new Set([
  'additional_tools',
  'tool_search_output',
])

/** Types of tools that the client runs itself; it sends their results in the body of its next request. */
const CLIENT_TOOLS: ReadonlySet<JsonValue | undefined> = new Set([undefined, 'function', 'custom'])

/** Whether the vendor runs one of the tools: its results become part of the prompt. */
export const hasHostedTool = (body: JsonObject): boolean =>
  [body, ...objectsOf(body.input).filter(({ type }) => addsTools.has(type))].some(({ tools }) =>
    objectsOf(tools).some((each) => !CLIENT_TOOLS.has(each.type)),
  )

/** Request members that make a vendor search the web: OpenAI's, Qwen's, xAI's, OpenRouter's, Perplexity's. */
const SEARCHES: readonly string[] = [
  'web_search_options',
  'web_search',
  'enable_search',
  'search_parameters',
  'search_options',
  'plugins',
]

/** Whether a request in OpenAI's chat format asks the vendor to search. */
export const asksSearch = (body: JsonObject): boolean =>
  SEARCHES.some((name) => {
    const value = body[name]
    return value === true || isObject(value) || (asArray(value)?.length ?? 0) > 0
  })
