import { asObject } from '../json-access.ts'
import type { JsonValue, UsageReading } from '../types.ts'
import { NO_USAGE } from '../usage.ts'

/**
 * Reads `prompt_eval_count` and `eval_count` of the last line, of an answer, or of embeddings (which have no output).
 *
 * Some versions leave the prompt out if it is in their cache. Then no usage is stated and the gateway counts the
 * prompt, because a count of zero would make it free.
 */
export function readOllamaUsage(document: JsonValue): UsageReading {
  const body = asObject(document)
  const input = body?.prompt_eval_count ?? undefined
  const output = body?.eval_count ?? (Array.isArray(body?.embeddings) ? 0 : undefined)
  if (input === undefined || output === undefined) return { kind: 'none' }
  if (!isCount(input) || !isCount(output)) return { kind: 'invalid', reason: 'a count is no integer' }
  return { kind: 'stated', usage: { ...NO_USAGE, inputTokens: input, outputTokens: output } }
}

const isCount = (value: JsonValue): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
