import { asObject } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'

/** What is inside the envelope of a complete answer; an event has none. */
export function unwrap(document: JsonValue): JsonObject {
  const body = asObject(document) ?? {}
  return asObject(body.Response) ?? body
}
