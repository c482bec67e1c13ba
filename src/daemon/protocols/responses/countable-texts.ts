import { countMedia, FILE_TOKENS } from '../../counting/media-tokens.ts'
import { asObject, asText, objectsOf } from '../json-access.ts'
import { textOfFile } from '../text-file.ts'
import { textsBeside, textsWithin } from '../texts-within.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { mediaOfPart } from '../unread-media.ts'
import { asFunctionItem } from './client-tool-items.ts'
import { asFunction } from './client-tools.ts'
import { contentParts, inputItems, itemType } from './input-items.ts'
import { readSummary } from './summary.ts'

/* Overhead of a request in addition to its texts: the framing of OpenAI's chat format according to its cookbook. */
const PER_ANSWER = 3
const PER_MESSAGE = 3
const PER_CALL = 7
const PER_REQUEST_WITH_TOOLS = 8
/* Images are not examined: each counts as three times the base, or once for `detail: low`. */
const IMAGE = 255
const IMAGE_LOW = 85

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
  for (const item of inputItems(body)) collectItem(into, asFunctionItem(item))
  const tools = objectsOf(body.tools)
  if (tools.length > 0) into.tokens += PER_REQUEST_WITH_TOOLS
  for (const tool of tools) collectTool(into, asFunction(tool) ?? tool)
  const format = asObject(asObject(body.text)?.format)
  push(into, format?.description)
  pushJson(into, format?.schema)
  into.texts.push(...textsWithin(asObject(body.prompt)?.variables))
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
  // Items of vendors' own tools: commands, patches, code, results.
  into.texts.push(...textsBeside(item, READ))
}

const READ: ReadonlySet<string> = new Set([
  ...['role', 'name', 'arguments', 'input', 'content', 'output', 'phase'],
  ...['namespace', 'server_label', 'execution', 'created_by'],
])

function collectPart(into: Collected, part: JsonObject): void {
  switch (part.type) {
    case 'input_image':
    case 'computer_screenshot':
      into.tokens += part.detail === 'low' ? IMAGE_LOW : IMAGE
      return
    case 'input_audio':
      into.tokens += countMedia({ kind: 'audio', data: asText(asObject(part.input_audio)?.data) })
      return
    case 'input_file': {
      const text = textOfFile(part.file_data)
      if (text === undefined) into.tokens += FILE_TOKENS
      else push(into, text)
      return
    }
    case 'input_text':
    case 'output_text':
    case 'refusal':
      push(into, part.text)
      push(into, part.refusal)
      return
    default:
      for (const media of mediaOfPart(part)) into.tokens += countMedia(media)
      into.texts.push(...textsWithin(part))
  }
}

function collectTool(into: Collected, tool: JsonObject): void {
  push(into, tool.name)
  push(into, tool.description)
  push(into, tool.server_description)
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
