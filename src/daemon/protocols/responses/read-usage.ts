import { asObject } from '../json-access.ts'
import { readUsageObject } from '../openai/usage.ts'
import type { JsonValue, UsageReading } from '../types.ts'

/**
 * Reads the usage of a response object, or of a stream event that contains one. Counts include cached tokens and
 * reasoning, as in Chat Completions; only the names differ.
 */
export function readResponseUsage(document: JsonValue): UsageReading {
  const body = asObject(document)
  const usage = asObject((asObject(body?.response) ?? body)?.usage)
  return usage ? readUsageObject(usage, true) : { kind: 'none' }
}
