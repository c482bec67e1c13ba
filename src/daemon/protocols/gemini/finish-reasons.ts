import type { FinishReason } from '../conversation/types.ts'

const FILTERED: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  // Vertex AI only.
  'MODEL_ARMOR',
])

const BROKEN: ReadonlySet<string> = new Set([
  'OTHER',
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'IMAGE_OTHER',
  'NO_IMAGE',
  'MALFORMED_RESPONSE',
  'MISSING_THOUGHT_SIGNATURE',
])

/**
 * Decodes a finish reason. Answers with calls end with STOP like others, so calls are detected by their presence. A
 * call that Google considers wrong (an undeclared function) is still passed to the client.
 */
export function decodeFinishReason(reason: string, hasCalls: boolean): FinishReason {
  if (reason === 'MAX_TOKENS') return 'length'
  if (FILTERED.has(reason)) return 'content-filter'
  if (hasCalls) return 'tool-calls'
  return BROKEN.has(reason) ? 'error' : 'stop'
}

export function encodeFinishReason(reason: FinishReason, isRefused: boolean): string {
  switch (reason) {
    case 'length':
      return 'MAX_TOKENS'
    case 'content-filter':
      return 'SAFETY'
    case 'error':
      return 'OTHER'
    default:
      return isRefused ? 'SAFETY' : 'STOP'
  }
}
