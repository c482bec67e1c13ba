import { asObject } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'

/** Returns the content of the envelope of a complete answer. Events have no envelope. */
export function unwrap(document: JsonValue): JsonObject {
  const body = asObject(document) ?? {}
  return asObject(body.Response) ?? body
}
