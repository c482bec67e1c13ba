import { FILE_TOKENS } from '../../counting/media-tokens.ts'
import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { textsWithin } from '../texts-within.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/* Tokens of a request in addition to its texts: behaviour.md 4.8. */
const PER_MESSAGE = 2
const PER_TOOL = 3
const IMAGE = 1000

/** The parts of a request to count: texts for the tokenizer, and tokens known without it. */
export interface CountableTexts {
  readonly texts: readonly string[]
  readonly tokens: number
}

interface Collected {
  readonly texts: string[]
  tokens: number
}

/**
 * Collects the countable texts of a Messages (or count_tokens) request, for an estimate when no upstream counts.
 * Missing and malformed fields count as zero. Thinking of earlier turns is left out, because the vendor excludes it
 * from the context.
 */
export function collectCountableTexts(body: JsonObject): CountableTexts {
  const into: Collected = { texts: [], tokens: 0 }
  collectContent(into, body.system)
  for (const message of objectsOf(body.messages)) {
    into.tokens += PER_MESSAGE
    push(into, message.role)
    collectContent(into, message.content)
  }
  for (const tool of objectsOf(body.tools)) {
    into.tokens += PER_TOOL
    push(into, tool.name)
    push(into, tool.description)
    if (asObject(tool.input_schema)) into.texts.push(JSON.stringify(tool.input_schema))
    into.texts.push(...textsWithin(tool.input_examples))
  }
  const format = asObject(asObject(body.output_config)?.format) ?? asObject(body.output_format)
  if (asObject(format?.schema)) into.texts.push(JSON.stringify(format?.schema))
  return into
}

function collectContent(into: Collected, content: JsonValue | undefined): void {
  if (typeof content === 'string') push(into, content)
  else for (const block of asArray(content) ?? []) collectBlock(into, asObject(block) ?? {})
}

function collectBlock(into: Collected, block: JsonObject): void {
  switch (block.type) {
    case 'image':
      into.tokens += IMAGE
      return
    case 'document':
      return collectDocument(into, block)
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      push(into, block.name)
      if (asObject(block.input)) into.texts.push(JSON.stringify(block.input))
      return
    case 'tool_result':
    case 'mcp_tool_result':
      return collectContent(into, block.content)
    case 'search_result':
      push(into, block.title)
      push(into, block.source)
      return collectContent(into, block.content)
    case 'text':
      return push(into, block.text)
    case 'thinking':
    case 'redacted_thinking':
      return
    default:
      // These include `compaction` and results of the vendor's own tools.
      into.texts.push(...textsWithin(block))
  }
}

function collectDocument(into: Collected, block: JsonObject): void {
  push(into, block.title)
  push(into, block.context)
  const source = asObject(block.source)
  if (source?.type === 'text') push(into, source.data)
  else if (source?.type === 'content') collectContent(into, source.content)
  else into.tokens += FILE_TOKENS
}

function push(into: Collected, value: JsonValue | undefined): void {
  const text = asText(value)
  if (text !== undefined) into.texts.push(text)
}
