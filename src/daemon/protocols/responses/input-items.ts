import { asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** Returns the items of a request; a plain text input is one user message. */
export function inputItems(body: JsonObject): readonly JsonObject[] {
  const { input } = body
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }]
  return isObject(input) ? [input] : objectsOf(input)
}

/** Returns the tools of the request, followed by those that an input item adds. */
export function declaredTools(body: JsonObject): readonly JsonObject[] {
  const added = inputItems(body).filter((item) => item.type === 'additional_tools')
  return [...objectsOf(body.tools), ...added.flatMap((item) => objectsOf(item.tools))]
}

/** Returns the type of an item; messages may omit it. */
export function itemType(item: JsonObject): string {
  return asText(item.type) ?? (asText(item.role) === undefined ? '' : 'message')
}

/** Returns the parts of a message's content or a tool's output. Plain text becomes one part. */
export function contentParts(content: JsonValue | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'input_text', text: content }]
  return isObject(content) ? [content] : objectsOf(content)
}

export function isTextual(part: JsonObject): boolean {
  return typeof part.text === 'string' || typeof part.refusal === 'string'
}

/** Returns the text parts, joined by line feeds. */
export function contentText(content: JsonValue | undefined): string {
  return contentParts(content)
    .flatMap((part) => asText(part.text) ?? asText(part.refusal) ?? [])
    .join('\n')
}
