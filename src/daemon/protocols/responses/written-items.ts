import type { JsonObject, JsonValue } from '../types.ts'
import type { NamespacedName } from './tool-names.ts'

/** Receives one stream event and adds its `type` and `sequence_number`. */
export type Emit = (type: string, fields: JsonObject) => void

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

/** @param annotations not copied, because sources may arrive after the text was written */
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
 * Returns a reasoning item. OpenAI omits its status, but the schema has it, and clients of vendors that send it (xAI)
 * require it.
 *
 * @param encrypted opaque state, already tagged with its origin
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

/** The members of a call item other than its arguments. */
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
