import { asArray, asObject, asText } from './json-access.ts'
import type { JsonValue, StateUse } from './types.ts'

/** As in `outside-context.ts`: deeper values are arbitrary data. */
const DEPTH_MAX = 6

/** Arguments of tool calls: an id in them is not a file of the request. */
const OF_TOOLS: ReadonlySet<string> = new Set(['input', 'arguments'])

/** Returns the ids of the files that messages refer to, in OpenAI's and Anthropic's spelling. */
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

/** Returns the state that a request refers to, for protocols whose vendors store only files. */
export function readFilesOnly(messages: JsonValue | undefined): StateUse | undefined {
  const files = readFileIds(messages)
  return files.length === 0 ? undefined : { needed: [], sealed: [], files }
}
