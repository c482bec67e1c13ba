import { asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** The items of a request; an input of plain text is one user message. */
export function inputItems(body: JsonObject): readonly JsonObject[] {
  const { input } = body
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }]
  return isObject(input) ? [input] : objectsOf(input)
}

/** Tools: those of the request, then those that an item of the input adds later. */
export function declaredTools(body: JsonObject): readonly JsonObject[] {
  const added = inputItems(body).filter((item) => item.type === 'additional_tools')
  return [...objectsOf(body.tools), ...added.flatMap((item) => objectsOf(item.tools))]
}

/** The type of an item; a message may leave it out. */
export function itemType(item: JsonObject): string {
  return asText(item.type) ?? (asText(item.role) === undefined ? '' : 'message')
}

/** Lists of parts: the content of a message, the output of a tool. Text stands for one part. */
export function contentParts(content: JsonValue | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'input_text', text: content }]
  return isObject(content) ? [content] : objectsOf(content)
}

export function isTextual(part: JsonObject): boolean {
  return typeof part.text === 'string' || typeof part.refusal === 'string'
}

/** The text parts, joined by line feeds. */
export function contentText(content: JsonValue | undefined): string {
  return contentParts(content)
    .flatMap((part) => asText(part.text) ?? asText(part.refusal) ?? [])
    .join('\n')
}
