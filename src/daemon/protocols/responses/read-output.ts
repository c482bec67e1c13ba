import { asObject, asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue, OutputFacts } from '../types.ts'
import { asFunctionItem } from './client-tool-items.ts'

const NOTHING: OutputFacts = { text: '', hiddenText: '', hasOutput: false }

const VISIBLE_DELTAS: ReadonlySet<string> = new Set([
  'response.output_text.delta',
  'response.refusal.delta',
  'response.audio.transcript.delta',
])

/** Deltas of binary data: output, but without text to count. */
const BINARY_DELTAS: ReadonlySet<string> = new Set(['response.audio.delta'])

/**
 * Reads the output of a response object or of one stream event. In streams, text is read only from deltas, not from
 * events that repeat it.
 */
export function readResponseOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  if (!body) return NOTHING
  const type = asText(body.type)
  return type === undefined ? readWhole(body) : readEvent(type, body)
}

function readEvent(type: string, event: JsonObject): OutputFacts {
  if (type.endsWith('.delta')) {
    const delta = asText(event.delta)
    if (delta === undefined) return NOTHING
    if (BINARY_DELTAS.has(type)) return { text: '', hiddenText: '', hasOutput: true }
    return VISIBLE_DELTAS.has(type)
      ? { text: delta, hiddenText: '', hasOutput: true }
      : { text: '', hiddenText: delta, hasOutput: true }
  }
  if (type === 'response.output_item.done') return readFinishedItem(asObject(event.item) ?? {})
  if (type === 'response.image_generation_call.partial_image')
    return { text: '', hiddenText: '', hasOutput: true }
  const response = asObject(event.response)
  if (type === 'response.completed' || type === 'response.incomplete')
    return { text: '', hiddenText: '', hasOutput: response !== undefined && readWhole(response).hasOutput }
  return NOTHING
}

/** Reads a finished item. Deltas do not contain tool names. Any item is output, except a message without content. */
function readFinishedItem(item: JsonObject): OutputFacts {
  if (item.type === 'message') {
    const text = readMessage(item)
    return { text: '', hiddenText: '', hasOutput: text !== '' }
  }
  const output = { text: '', hiddenText: asText(item.name) ?? '', hasOutput: asText(item.type) !== undefined }
  if (!HOSTED_CALLS.has(item.type)) return output
  // Leave out the picture, which may have megabytes.
  const { result: _picture, results: _found, ...call } = item
  return { ...output, ranTool: call }
}

/** Types of items for tools that the vendor runs at a price. */
const HOSTED_CALLS: ReadonlySet<JsonValue | undefined> = new Set([
  'web_search_call',
  'file_search_call',
  'image_generation_call',
])

function readWhole(response: JsonObject): OutputFacts {
  let text = ''
  let hiddenText = ''
  // A retry would end the same way and cost again.
  let hasOutput = response.status === 'incomplete'
  for (const item of objectsOf(response.output)) {
    if (item.type === 'message') text += readMessage(item)
    else {
      hiddenText += readHidden(asFunctionItem(item))
      hasOutput ||= item.type !== 'reasoning' && asText(item.type) !== undefined
    }
  }
  // mistral.rs puts the reasoning next to the output.
  hiddenText += asText(response.reasoning) ?? ''
  if (text === '') text = asText(response.output_text) ?? ''
  return { text, hiddenText, hasOutput: hasOutput || text !== '' || hiddenText !== '' }
}

function readMessage(item: JsonObject): string {
  if (typeof item.content === 'string') return item.content
  let text = ''
  for (const part of objectsOf(item.content)) text += asText(part.text) ?? asText(part.refusal) ?? ''
  return text
}

/** Returns reasoning, names and arguments of calls, and code that was run. */
function readHidden(item: JsonObject): string {
  let text = ''
  for (const part of [...objectsOf(item.summary), ...objectsOf(item.content)]) text += asText(part.text) ?? ''
  text += asText(item.name) ?? ''
  const given = item.arguments ?? item.input ?? item.code
  return text + (isObject(given) ? JSON.stringify(given) : (asText(given) ?? ''))
}
