import { asArray, isObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/**
 * Rewrites a Messages body without the role `system` inside `messages`, to which older models and other vendors answer
 * 400. Such instructions become marked user text. Nothing is allowed between calls and their results, so the text
 * follows the results there. Returns the same body if there are none.
 */
export function withoutSystemTurns(body: JsonObject): JsonObject {
  const messages = asArray(body.messages)
  if (!messages?.some(isSystem)) return body
  const result: JsonValue[] = []
  let waiting: JsonValue[] = []
  let isInCall = false
  for (const message of messages) {
    if (isObject(message) && message.role === 'system') {
      const marked = blocksOf(message.content).map(mark)
      if (isInCall) for (const block of marked) waiting.push(block)
      else if (marked.length > 0) result.push({ role: 'user', content: marked })
      continue
    }
    isInCall = hasCalls(message)
    if (waiting.length > 0 && isObject(message) && message.role === 'user') {
      result.push({ ...message, content: [...blocksOf(message.content), ...waiting] })
      waiting = []
    } else result.push(message)
  }
  if (waiting.length > 0) result.push({ role: 'user', content: waiting })
  return { ...body, messages: result }
}

const isSystem = (message: JsonValue): boolean => isObject(message) && message.role === 'system'

const hasCalls = (message: JsonValue): boolean =>
  isObject(message) &&
  message.role === 'assistant' &&
  (asArray(message.content) ?? []).some((block) => isObject(block) && block.type === 'tool_use')

const blocksOf = (content: JsonValue | undefined): JsonValue[] =>
  typeof content === 'string'
    ? content === ''
      ? []
      : [{ type: 'text', text: content }]
    : (asArray(content) ?? [])

const mark = (block: JsonValue): JsonValue =>
  isObject(block) && typeof block.text === 'string'
    ? { ...block, text: `<system>\n${block.text}\n</system>` }
    : block
