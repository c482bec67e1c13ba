import type { JsonObject } from '../types.ts'
import { itemType } from './input-items.ts'

/** An item of a request in the form in which OpenAI shows those that it keeps: parts instead of text, with a status. */
export function storedItem(item: JsonObject): JsonObject {
  const type = itemType(item)
  if (type !== 'message') return { ...item, type }
  const { content, status = 'completed' } = item
  if (typeof content !== 'string') return { ...item, type, status }
  const part =
    item.role === 'assistant'
      ? { type: 'output_text', text: content, annotations: [], logprobs: [] }
      : { type: 'input_text', text: content }
  return { ...item, type, status, content: [part] }
}
