import { type AudioLength, assumedLength, transcriptionTokens } from '../../counting/audio-duration.ts'
import { countText, countTexts } from '../../counting/count-tokens.ts'
import { countMedia, FILE_TOKENS } from '../../counting/media-tokens.ts'
import { asObject, asText, isObject, objectsOf } from '../json-access.ts'
import { textOfFile } from '../text-file.ts'
import { textsWithin } from '../texts-within.ts'
import type { JsonObject, JsonValue, OperationName } from '../types.ts'
import { mediaOfPart } from '../unread-media.ts'

/*
 * Overhead of OpenAI's chat format according to its cookbook: three tokens begin a message, three prepare the answer.
 */
const PER_MESSAGE = 3
const PER_NAME = 1
const PER_ANSWER = 3
const PER_REQUEST_WITH_TOOLS = 8
const PER_TOOL_CALL = 7

/* Images are not examined: each counts as three times the base, or once for `detail: low`. */
const IMAGE_BASE = 85
const IMAGE_BASE_MINI = 2833
const IMAGE_GLM = 1047
const IMAGE_FACTOR = 3

/** The parts of a request to count: texts for the tokenizer, and tokens known without it. */
interface Countable {
  readonly texts: string[]
  tokens: number
}

/**
 * Counts the prompt tokens of a request in OpenAI's format, for answers whose upstream states none. Missing and
 * malformed fields count as zero, because the upstream has accepted the request.
 *
 * @param audio returns the length of the uploaded audio, which is all that a transcription is charged for; called
 *   only then, and estimated from the upload's size if undefined
 */
export async function countPrompt(
  operation: OperationName,
  model: string,
  body: JsonObject,
  audio?: () => AudioLength | undefined,
): Promise<number> {
  const countable: Countable = { texts: [], tokens: 0 }
  collect(countable, operation, model, { body, audio })
  return countable.tokens + (await countTexts(model, countable.texts))
}

function collect(
  into: Countable,
  operation: OperationName,
  model: string,
  { body, audio }: { readonly body: JsonObject; readonly audio: (() => AudioLength | undefined) | undefined },
): void {
  switch (operation) {
    case 'chat':
      return collectChat(into, model, body)
    case 'completion':
      into.texts.push(textOf(body.suffix))
      return collectInput(into, model, body.prompt)
    case 'image':
    case 'image-edit':
      return collectInput(into, model, body.prompt)
    case 'speech':
      return collectSpeech(into, model, body)
    case 'transcription':
    case 'translation':
      into.tokens += transcriptionTokens((audio?.() ?? assumedLength(uploadedBytes(body))).seconds)
      return
    case 'rerank':
      collectInput(into, model, body.query)
      return collectInput(into, model, body.documents)
    default:
      return collectInput(into, model, body.input)
  }
}

/** Returns the size of the upload. The body contains the name, type and size of each one. */
function uploadedBytes(body: JsonObject): number {
  const { bytes } = objectOf(body.file)
  return typeof bytes === 'number' && bytes > 0 ? bytes : 0
}

/** Collects speech input. The older voices are billed per character, and each character counts as one token. */
function collectSpeech(into: Countable, model: string, body: JsonObject): void {
  if (model.startsWith('tts-')) into.tokens += charactersOf(textOf(body.input))
  else collectInput(into, model, body.input)
}

/** Counts characters as vendors do, not UTF-16 units: a surrogate pair is one character. */
const charactersOf = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

/** Operations charged by their input; their output is not text of a model, or is free. */
const INPUT_ONLY: ReadonlySet<OperationName> = new Set([
  'embedding',
  'moderation',
  'image',
  'image-edit',
  'image-variation',
  'speech',
  'transcription',
  'translation',
  'rerank',
])

/** Whether the text of an answer is counted if the upstream states no usage. */
export const countsOutput = (operation: OperationName): boolean => !INPUT_ONLY.has(operation)

/** Counts the output tokens of an answer's text, plus a fixed number per tool call. */
export async function countOutput(model: string, text: string, toolCalls = 0): Promise<number> {
  return (await countText(model, text)) + PER_TOOL_CALL * toolCalls
}

function collectChat(into: Countable, model: string, body: JsonObject): void {
  into.tokens += PER_ANSWER
  for (const message of objectsOf(body.messages)) collectMessage(into, model, message)
  const tools = [...objectsOf(body.tools), ...objectsOf(body.functions)]
  if (tools.length > 0) into.tokens += PER_REQUEST_WITH_TOOLS
  for (const tool of tools) collectTool(into, tool)
  collectSchema(into, body)
  into.texts.push(...textsWithin(body.documents))
}

/** Returns the schema of the answer, from OpenAI's, Cohere's or Ollama's member. */
function collectSchema(into: Countable, { response_format: wish, format }: JsonObject): void {
  const { json_schema: named, schema } = objectOf(wish)
  for (const each of [named, schema, format]) if (isObject(each)) into.texts.push(JSON.stringify(each))
}

function collectMessage(into: Countable, model: string, message: JsonObject): void {
  into.tokens += PER_MESSAGE
  into.texts.push(textOf(message.role))
  if (typeof message.name === 'string') {
    into.tokens += PER_NAME
    into.texts.push(message.name)
  }
  if (typeof message.content === 'string') into.texts.push(message.content)
  else if (Array.isArray(message.content))
    for (const part of message.content)
      if (typeof part === 'string') into.texts.push(part)
      else collectPart(into, model, objectOf(part))
  // Vendors with one of these names for reasoning read it again.
  into.texts.push(textOf(message.reasoning_content) || textOf(message.reasoning), textOf(message.tool_plan))
  // Pictures in Ollama's messages.
  if (Array.isArray(message.images)) into.tokens += message.images.length * imageTokens(model, '')
  for (const call of objectsOf(message.tool_calls)) collectCall(into, call)
  if (isObject(message.function_call)) collectCall(into, { function: message.function_call })
}

function collectCall(into: Countable, { function: named, custom }: JsonObject): void {
  const called = isObject(named) ? named : objectOf(custom)
  const given = called.arguments ?? called.input
  into.tokens += PER_TOOL_CALL
  // Ollama's clients send the arguments as an object.
  into.texts.push(textOf(called.name), isObject(given) ? JSON.stringify(given) : textOf(given))
}

function collectPart(into: Countable, model: string, part: JsonObject): void {
  switch (part.type) {
    case 'image_url':
      into.tokens += imageTokens(model, textOf(objectOf(part.image_url).detail))
      return
    case 'input_audio':
      into.tokens += countMedia({ kind: 'audio', data: asText(objectOf(part.input_audio).data) })
      return
    case 'file': {
      const text = textOfFile(objectOf(part.file).file_data)
      if (text === undefined) into.tokens += FILE_TOKENS
      else into.texts.push(text)
      return
    }
    case 'text':
    case 'refusal':
      into.texts.push(textOf(part.text), textOf(part.refusal))
      return
    default:
      for (const media of mediaOfPart(part)) into.tokens += countMedia(media)
      into.texts.push(...textsWithin(part))
  }
}

function imageTokens(model: string, detail: string): number {
  if (model.startsWith('glm-4v')) return IMAGE_GLM
  const base = model.startsWith('gpt-4o-mini') ? IMAGE_BASE_MINI : IMAGE_BASE
  return detail === 'low' ? base : base * IMAGE_FACTOR
}

function collectTool(into: Countable, tool: JsonObject): void {
  // An entry of the former `functions` is the definition itself.
  const definition = [tool.function, tool.custom, tool].find(isObject) ?? {}
  into.texts.push(textOf(definition.name), textOf(definition.description))
  if (definition.parameters !== undefined) into.texts.push(JSON.stringify(definition.parameters))
  into.texts.push(...textsWithin(definition.format))
}

/** Collects a text, a list of texts, a list of token ids, or a list of such lists. */
function collectInput(into: Countable, model: string, input: JsonValue | undefined): void {
  if (typeof input === 'string') into.texts.push(input)
  else if (Array.isArray(input)) {
    for (const each of input) {
      if (typeof each === 'number') into.tokens += 1
      else if (Array.isArray(each)) into.tokens += each.length
      else if (typeof each === 'string') into.texts.push(each)
      else collectPart(into, model, objectOf(each))
    }
  }
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

const objectOf = (value: JsonValue | undefined): JsonObject => asObject(value) ?? {}
