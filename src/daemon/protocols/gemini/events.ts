import { asArray, asObject, objectsOf } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject, JsonValue, StreamEventKind } from '../types.ts'
import { readErrorObject } from './failure.ts'
import { member, objectMember, objectsMember, textMember } from './members.ts'

/*
 * Quotes inside a JSON string are escaped, so a match of `"error":` is always a member at some depth, and no member is
 * missed. Only a chunk that may be the last one or an error is parsed.
 */
const HAS_CANDIDATE = /"candidates"\s*:\s*\[\s*[^\]\s]/
const MAY_BE_ERROR = /"error"\s*:\s*\{/
const MAY_FINISH = /"finish(?:Reason|_reason)"\s*:\s*"[^"]/

/**
 * Classifies a stream event. There is no separate terminator: the first chunk whose candidate has a finish reason is
 * the last one, and so is the chunk that reports a blocked prompt.
 */
export function classifyGeminiEvent(data: string): StreamEventKind {
  if (data === '') return 'comment'
  const hasCandidate = HAS_CANDIDATE.test(data)
  if (hasCandidate && !MAY_FINISH.test(data) && !MAY_BE_ERROR.test(data)) return 'content'
  if (data.trim() === '[DONE]') return 'terminator'
  const document = parseJson(data)
  if (readErrorObject(document)) return 'error'
  const body = asObject(document)
  if (!body) return 'content'
  if (saysEnd(body)) return 'terminator'
  return !hasCandidate && objectMember(body, 'usageMetadata') ? 'usage-only' : 'content'
}

/** Whether a chunk states a candidate's finish reason, or that there will be no candidate. */
export function finishesGeminiChoice(data: string): boolean {
  if (!MAY_FINISH.test(data) && !data.includes('"promptFeedback"')) return false
  const body = asObject(parseJson(data))
  return body !== undefined && saysEnd(body)
}

/** Quick test whether an event may state usage. */
export const mayStateGeminiUsage = (data: string): boolean =>
  data.includes('"usageMetadata"') || data.includes('"usage_metadata"')

function saysEnd(body: JsonObject): boolean {
  return objectsMember(body, 'candidates').some(isFinished) || blockReasonOf(body) !== undefined
}

function isFinished(candidate: JsonObject): boolean {
  const reason = textMember(candidate, 'finishReason')
  return reason !== undefined && reason !== 'FINISH_REASON_UNSPECIFIED'
}

/** Returns why a prompt was blocked; undefined if it was not (if there is a candidate, it was answered anyway). */
export function blockReasonOf(body: JsonObject): string | undefined {
  if ((asArray(member(body, 'candidates'))?.length ?? 0) > 0) return undefined
  const feedback = objectMember(body, 'promptFeedback')
  const reason = feedback && textMember(feedback, 'blockReason')
  return reason === 'BLOCK_REASON_UNSPECIFIED' ? undefined : reason
}

/** Returns the chunks of an answer: a single object, or the list that streams without SSE consist of. */
export const chunksOf = (document: JsonValue): JsonObject[] =>
  objectsOf(Array.isArray(document) ? document : [document])
