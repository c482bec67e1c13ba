import { asArray, asObject, asText } from './json-access.ts'
import type { JsonValue, StateUse } from './types.ts'

/** As in `outside-context.ts`: what lies deeper is somebody's data. */
const DEPTH_MAX = 6

/** Whatever a tool was called with: an id in it is no file of the request. */
const OF_TOOLS: ReadonlySet<string> = new Set(['input', 'arguments'])

/** Ids of the files that messages name, in OpenAI's and Anthropic's spelling. */
export function readFileIds(value: JsonValue | undefined, depth = 0): readonly string[] {
  if (depth > DEPTH_MAX) return []
  const list = asArray(value)
  if (list) return list.flatMap((each) => readFileIds(each, depth + 1))
  const part = asObject(value)
  if (!part) return []
  const own = asText(part.file_id)
  const inside = Object.entries(part).flatMap(([name, each]) =>
    typeof each === 'object' && !OF_TOOLS.has(name) ? readFileIds(each, depth + 1) : [],
  )
  return own === undefined ? inside : [own, ...inside]
}

/** What a request refers to whose protocol keeps nothing but files. */
export function readFilesOnly(messages: JsonValue | undefined): StateUse | undefined {
  const files = readFileIds(messages)
  return files.length === 0 ? undefined : { needed: [], sealed: [], files }
}
