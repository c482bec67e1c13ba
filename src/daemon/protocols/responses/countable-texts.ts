import { asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { contentParts, inputItems, itemType } from './input-items.ts'
import { readSummary } from './summary.ts'

/* Overhead of a request in addition to its texts: the framing of OpenAI's chat format according to its cookbook. */
const PER_ANSWER = 3
const PER_MESSAGE = 3
const PER_CALL = 7
const PER_REQUEST_WITH_TOOLS = 8
/* Parts other than text are not examined: an image counts as three times the base, or once for `detail: low`. */
const IMAGE = 255
const IMAGE_LOW = 85
const AUDIO = 100
const FILE = 5000

/** The parts of a request to count: texts for the tokenizer, and tokens known without it. */
interface CountableTexts {
  readonly texts: readonly string[]
  readonly tokens: number
}

interface Collected {
  readonly texts: string[]
  tokens: number
}

/**
 * Collects everything in a request that becomes prompt tokens: instructions, items with their calls and results, tools
 * and the schema of the answer. Used if no upstream counted, and for `POST /v1/responses/input_tokens`. Missing and
 * malformed fields count as zero; reasoning of earlier turns is left out, because the vendor excludes it from the
 * context.
 */
export function collectCountableTexts(body: JsonObject): CountableTexts {
  const into: Collected = { texts: [], tokens: PER_ANSWER }
  if (asText(body.instructions)) into.tokens += PER_MESSAGE
  push(into, body.instructions)
  for (const item of inputItems(body)) collectItem(into, item)
  const tools = objectsOf(body.tools)
  if (tools.length > 0) into.tokens += PER_REQUEST_WITH_TOOLS
  for (const tool of tools) collectTool(into, tool)
  pushJson(into, asObject(asObject(body.text)?.format)?.schema)
  return into
}

function collectItem(into: Collected, item: JsonObject): void {
  const type = itemType(item)
  if (type === 'reasoning') return
  if (type === 'message') into.tokens += PER_MESSAGE
  else if (type.endsWith('_call')) into.tokens += PER_CALL
  const summary = type === 'compaction' ? readSummary(item) : undefined
  for (const text of [item.role, item.name, item.arguments, item.input, summary]) push(into, text)
  for (const part of [...contentParts(item.content), ...contentParts(item.output)]) collectPart(into, part)
}

function collectPart(into: Collected, part: JsonObject): void {
  switch (part.type) {
    case 'input_image':
      into.tokens += part.detail === 'low' ? IMAGE_LOW : IMAGE
      return
    case 'input_audio':
      into.tokens += AUDIO
      return
    case 'input_file':
      into.tokens += FILE
      return
    default:
      push(into, part.text)
      push(into, part.refusal)
  }
}

function collectTool(into: Collected, tool: JsonObject): void {
  push(into, tool.name)
  push(into, tool.description)
  pushJson(into, tool.parameters)
  pushJson(into, tool.format)
  for (const inner of objectsOf(tool.tools)) collectTool(into, inner)
}

function push(into: Collected, value: JsonValue | undefined): void {
  const text = asText(value)
  if (text !== undefined) into.texts.push(text)
}

function pushJson(into: Collected, value: JsonValue | undefined): void {
  if (asObject(value)) into.texts.push(JSON.stringify(value))
}
