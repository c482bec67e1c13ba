import type { JsonObject, JsonValue } from '../types.ts'
import type { NamespacedName } from './tool-names.ts'

/** Takes one stream event; its `type` and `sequence_number` are the taker's business. */
export type Emit = (type: string, fields: JsonObject) => void

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

/** @param annotations not copied: sources may come when the text is written */
export function textPart(
  text: string,
  annotations: JsonValue[] = [],
  logprobs: readonly JsonValue[] = [],
): JsonObject {
  return { type: 'output_text', text, annotations, logprobs: [...logprobs] }
}

export const refusalPart = (refusal: string): JsonObject => ({ type: 'refusal', refusal })

export function messageItem(id: string, status: ItemStatus, content: readonly JsonObject[]): JsonObject {
  return { id, type: 'message', status, role: 'assistant', content: [...content] }
}

export const summaryPart = (text: string): JsonObject => ({ type: 'summary_text', text })

/**
 * OpenAI leaves the status of reasoning out, its schema has it, and clients of others who state it (xAI) demand it.
 *
 * @param encrypted opaque state, already marked with its origin
 */
export function reasoningItem(
  id: string,
  status: ItemStatus,
  text: string,
  encrypted: string | undefined,
): JsonObject {
  return {
    id,
    type: 'reasoning',
    status,
    summary: text === '' ? [] : [summaryPart(text)],
    ...(encrypted !== undefined && { encrypted_content: encrypted }),
  }
}

/** What a call item says apart from its arguments. */
export interface CallHead {
  readonly id: string
  readonly callId: string
  readonly name: NamespacedName
  readonly isCustom: boolean
}

export function callItem(head: CallHead, status: ItemStatus, text: string): JsonObject {
  const { name, namespace } = head.name
  return {
    id: head.id,
    type: head.isCustom ? 'custom_tool_call' : 'function_call',
    status,
    ...(head.isCustom ? { input: text } : { arguments: text }),
    call_id: head.callId,
    name,
    ...(namespace !== undefined && { namespace }),
  }
}

export function imageItem(id: string, mimeType: string, base64: string): JsonObject {
  const format = mimeType.startsWith('image/') ? mimeType.slice('image/'.length) : 'png'
  return { id, type: 'image_generation_call', status: 'completed', output_format: format, result: base64 }
}
