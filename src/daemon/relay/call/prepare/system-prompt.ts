import { asObject, isObject } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue, OperationName } from '../../../protocols/types.ts'

/**
 * Puts a channel's own instructions before the client's, in the format of the body. Returns the body unchanged for
 * other operations.
 */
export function withSystemPrompt(body: JsonObject, prompt: string, operation: OperationName): JsonObject {
  switch (operation) {
    case 'chat':
      return inMessages(body, prompt)
    case 'messages':
      return { ...body, system: beforeBlocks(body.system, prompt) }
    case 'responses': {
      const { instructions } = body
      return {
        ...body,
        instructions: typeof instructions === 'string' ? `${prompt}\n\n${instructions}` : prompt,
      }
    }
    case 'generate': {
      const name = body.system_instruction === undefined ? 'systemInstruction' : 'system_instruction'
      const given = asObject(body[name])
      const parts = Array.isArray(given?.parts) ? given.parts : []
      return { ...body, [name]: { ...given, parts: [{ text: prompt }, ...parts] } }
    }
    default:
      return body
  }
}

function inMessages(body: JsonObject, prompt: string): JsonObject {
  const messages = Array.isArray(body.messages) ? body.messages : []
  const first = asObject(messages[0]) ?? {}
  if (first.role !== 'system' && first.role !== 'developer')
    return { ...body, messages: [{ role: 'system', content: prompt }, ...messages] }
  const content = Array.isArray(first.content)
    ? [{ type: 'text', text: prompt }, ...first.content]
    : `${prompt}\n\n${typeof first.content === 'string' ? first.content : ''}`
  return { ...body, messages: [{ ...first, content }, ...messages.slice(1)] }
}

function beforeBlocks(system: JsonValue | undefined, prompt: string): JsonValue {
  if (Array.isArray(system)) return [{ type: 'text', text: prompt }, ...system]
  return typeof system === 'string' && system !== '' ? `${prompt}\n\n${system}` : prompt
}

/** Turns instructions into marked user text, for chat models without a system role. */
export function withoutSystemRole(body: JsonObject): JsonObject {
  if (!Array.isArray(body.messages)) return body
  const messages = body.messages.map((each): JsonValue => {
    if (!isObject(each) || (each.role !== 'system' && each.role !== 'developer')) return each
    if (typeof each.content !== 'string') return { ...each, role: 'user' }
    return { ...each, role: 'user', content: `<system>\n${each.content}\n</system>` }
  })
  return { ...body, messages }
}
