import { asArray, asObject } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { StreamEventKind } from '../types.ts'
import { hasError, readFailureDocument } from './failure.ts'

/** The bytes that end an OpenAI-shaped stream. */
export const OPENAI_TERMINATOR = 'data: [DONE]\n\n'

/*
 * Inside a JSON string the quotes of `"error":` would be escaped, so a match is a member at some depth and a miss is
 * certain. Measured: each of these takes a tenth of parsing the event, and a search for a plain string takes longer.
 */
const HAS_CHOICE = /"choices"\s*:\s*\[\s*[^\]\s]/
const MAY_BE_ERROR = /"error"\s*:\s*[^n\s]/
const FINISHES = /"finish_reason"\s*:\s*"[^"]/

/**
 * Tells what an event of an OpenAI-shaped stream is. JSON is parsed only where an error may be in it or where there is no
 * choice.
 *
 * `usage-only` = usage and no choice at all. A usage chunk that still carries a choice (OpenRouter, and every vendor that
 * puts usage into the last choice chunk) is `content`.
 */
export function classifyOpenAiEvent(data: string): StreamEventKind {
  if (data === '') return 'comment'
  if (data.charCodeAt(0) === 0x5b && data.trimEnd() === '[DONE]') return 'terminator'
  if (HAS_CHOICE.test(data) && !MAY_BE_ERROR.test(data)) return 'content'
  const body = asObject(parseJson(data))
  if (!body) return 'content'
  if (hasError(body)) return 'error'
  const choices = asArray(body.choices)
  if (choices && choices.length > 0) return 'content'
  if (asObject(body.usage)) return 'usage-only'
  // Errors in flat shapes; an empty list of choices is Azure's way to tell its filter results.
  return !choices && readFailureDocument(body) ? 'error' : 'content'
}

/** Whether some choice of the event states a finish reason. `""` counts as none. */
export function finishesOpenAiChoice(data: string): boolean {
  return FINISHES.test(data)
}
