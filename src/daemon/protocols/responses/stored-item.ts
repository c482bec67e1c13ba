import type { JsonObject } from '../types.ts'
import { itemType } from './input-items.ts'

/** Returns an item of a request in OpenAI's form for stored items: with parts instead of text, and a status. */
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
