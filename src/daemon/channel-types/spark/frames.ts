import { asObject } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue, UsageReading } from '../../protocols/types.ts'
import { readCounts } from '../upstream-codec.ts'

/** Returns the payload of a frame. */
export const readPayload = (document: JsonValue): JsonObject | undefined =>
  asObject(asObject(document)?.payload)

/** Reads the usage from `payload.usage.text`. */
export const readSparkUsage = (document: JsonValue): UsageReading =>
  readCounts(asObject(asObject(readPayload(document)?.usage)?.text), 'prompt_tokens', 'completion_tokens')
