import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** Values for members that an answer lacks. */
export interface StrictDefaults {
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  readonly model: string
}

const MESSAGE = [
  'role',
  'refusal',
  'reasoning_content',
  'tool_calls',
  'function_call',
  'audio',
  'annotations',
]
const USAGE = [
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'prompt_tokens_details',
  'completion_tokens_details',
]

/**
 * Returns a chat answer or chunk with OpenAI's members only, for clients that fail because vendors add or omit members.
 * Reasoning keeps the name that most vendors use.
 */
export function toStrictChat(document: JsonObject, isChunk: boolean, defaults: StrictDefaults): JsonObject {
  return {
    id: asText(document.id) ?? defaults.id,
    object: isChunk ? 'chat.completion.chunk' : 'chat.completion',
    created: typeof document.created === 'number' ? Math.floor(document.created) : defaults.created,
    model: asText(document.model) ?? defaults.model,
    choices: objectsOf(document.choices).map((choice, place) => toChoice(choice, place, isChunk)),
    ...pick(document, ['system_fingerprint', 'service_tier']),
    ...readUsage(document),
  }
}

function toChoice(choice: JsonObject, place: number, isChunk: boolean): JsonObject {
  const name = isChunk ? 'delta' : 'message'
  const message = asObject(choice[name]) ?? {}
  const content = readContent(message.content)
  return {
    index: typeof choice.index === 'number' ? choice.index : place,
    [name]: {
      ...(isChunk ? {} : { role: 'assistant' }),
      ...pick(message, MESSAGE),
      ...(content === undefined && isChunk ? {} : { content: content ?? null }),
    },
    logprobs: choice.logprobs ?? null,
    finish_reason: asText(choice.finish_reason) ?? null,
  }
}

/** Returns the content; lists of text parts are joined. */
function readContent(content: JsonValue | undefined): string | null | undefined {
  if (content === undefined || content === null || typeof content === 'string') return content
  return asArray(content)
    ? objectsOf(content)
        .map((part) => asText(part.text) ?? '')
        .join('')
    : JSON.stringify(content)
}

function readUsage(document: JsonObject): JsonObject {
  const usage = asObject(document.usage)
  return usage ? { usage: pick(usage, USAGE) } : {}
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  const picked: JsonObject = {}
  for (const name of names) {
    const value = object[name]
    if (value !== undefined && value !== null) picked[name] = value
  }
  return picked
}
