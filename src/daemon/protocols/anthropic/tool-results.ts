import { asArray, asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import type { Message } from './message.ts'

const NO_RESULT = 'No result provided'

/**
 * Arranges calls and results as the API requires: the results for an assistant message come first in the next message,
 * each call has exactly one result, and each result a call. Changes the messages in place.
 */
export function pairToolResults(messages: Message[]): void {
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index]
    if (message?.role === 'user') message.content = arrange(message.content, callsOf(messages[index - 1]))
    else if (callsOf(message).size > 0 && messages[index + 1]?.role !== 'user')
      messages.splice(index + 1, 0, { role: 'user', content: [] })
  }
}

const callsOf = (message: Message | undefined): ReadonlySet<string> =>
  new Set(
    message?.role === 'assistant'
      ? message.content.flatMap((each) => (each.type === 'tool_use' ? (asText(each.id) ?? []) : []))
      : [],
  )

function arrange(blocks: readonly JsonObject[], calls: ReadonlySet<string>): JsonObject[] {
  const results = new Map<string, JsonObject>()
  const others: JsonObject[] = []
  for (const block of blocks) {
    const id = block.type === 'tool_result' ? (asText(block.tool_use_id) ?? '') : undefined
    if (id === undefined) others.push(block)
    else if (calls.has(id) && !results.has(id)) results.set(id, block)
    else for (const each of toUserContent(id, block)) others.push(each)
  }
  const answers = [...calls].map(
    (id) => results.get(id) ?? { type: 'tool_result', tool_use_id: id, content: NO_RESULT },
  )
  return [...answers, ...others]
}

/** Converts the result of an unknown call to user content. */
function toUserContent(id: string, block: JsonObject): JsonObject[] {
  const { content } = block
  const label: JsonObject = { type: 'text', text: `Result of the tool call ${id}:` }
  const blocks = (asArray(content) ?? []) as JsonObject[]
  return typeof content === 'string'
    ? [{ ...label, text: `${String(label.text)}\n${content}` }]
    : [label, ...blocks]
}
