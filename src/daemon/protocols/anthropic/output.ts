import { asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue, OutputFacts } from '../types.ts'

const NOTHING: OutputFacts = { text: '', hiddenText: '', hasOutput: false }

/** Stop reasons that count as an answer even without text: a retry would end the same way and cost again. */
const TELLING_STOP_REASONS: ReadonlySet<JsonValue | undefined> = new Set([
  'refusal',
  'max_tokens',
  'stop_sequence',
  'pause_turn',
  'model_context_window_exceeded',
])

/** Reads a complete answer or one stream event. */
export function readMessagesOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  switch (body?.type) {
    case 'content_block_delta':
      return readDelta(asObject(body.delta) ?? {})
    case 'content_block_start':
      return readBlock(asObject(body.content_block) ?? {})
    case 'message_delta':
      return isTelling(asObject(body.delta)?.stop_reason, body.usage)
        ? { ...NOTHING, hasOutput: true }
        : NOTHING
    default:
      return body ? readAnswer(body) : NOTHING
  }
}

function readAnswer(body: JsonObject): OutputFacts {
  let text = ''
  let hiddenText = ''
  let hasOutput = isTelling(body.stop_reason, body.usage)
  for (const block of objectsOf(body.content)) {
    const facts = readBlock(block)
    text += facts.text
    hiddenText += facts.hiddenText
    hasOutput ||= facts.hasOutput
  }
  return { text, hiddenText, hasOutput }
}

/**
 * Whether an answer without text is intended. After a tool result, the model may end its turn with nothing to add. The
 * vendor charges some tokens for that, which distinguishes it from an answer that was lost.
 */
function isTelling(stopReason: JsonValue | undefined, usage: JsonValue | undefined): boolean {
  if (TELLING_STOP_REASONS.has(stopReason)) return true
  const output = asObject(usage)?.output_tokens
  return stopReason === 'end_turn' && typeof output === 'number' && output > 0
}

function readBlock(block: JsonObject): OutputFacts {
  switch (block.type) {
    case 'text':
      return visible(asText(block.text))
    case 'thinking':
      return hidden(asText(block.thinking))
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { text: '', hiddenText: (asText(block.name) ?? '') + readInput(block.input), hasOutput: true }
    case 'web_search_tool_result':
      // A failed search has an error instead of the list and costs nothing.
      return {
        ...NOTHING,
        hasOutput: true,
        ...(Array.isArray(block.content) && { ranTool: { type: block.type } }),
      }
    default:
      // Results of the vendor's own tools, redacted thinking and unknown blocks: output, but without tokens to count.
      return { ...NOTHING, hasOutput: typeof block.type === 'string' }
  }
}

function readDelta(delta: JsonObject): OutputFacts {
  if (delta.type === 'citations_delta') return { ...NOTHING, hasOutput: true }
  const text = visible(asText(delta.text))
  return text.hasOutput
    ? text
    : hidden(asText(delta.thinking) ?? asText(delta.partial_json) ?? asText(delta.content))
}

const visible = (text: string | undefined): OutputFacts =>
  text === undefined ? NOTHING : { text, hiddenText: '', hasOutput: true }

const hidden = (hiddenText: string | undefined): OutputFacts =>
  hiddenText === undefined ? NOTHING : { text: '', hiddenText, hasOutput: true }

/** Returns the input as text. In streams, it starts as `{}` and follows in pieces. */
function readInput(input: JsonValue | undefined): string {
  const object = asObject(input)
  return object && Object.keys(object).length > 0 ? JSON.stringify(object) : ''
}
