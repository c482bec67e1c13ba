import { asArray, asObject, objectsOf } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject, JsonValue, StreamEventKind } from '../types.ts'
import { readErrorObject } from './failure.ts'
import { member, objectMember, objectsMember, textMember } from './members.ts'

/*
 * Inside a JSON string the quotes of `"error":` would be escaped, so a match is a member at some depth and a miss is
 * certain: only a chunk that may be the last or an error is parsed.
 */
const HAS_CANDIDATE = /"candidates"\s*:\s*\[\s*[^\]\s]/
const MAY_BE_ERROR = /"error"\s*:\s*\{/
const MAY_FINISH = /"finish(?:Reason|_reason)"\s*:\s*"[^"]/

/**
 * Tells what an event of a stream is. There is no terminator of its own: the first chunk whose candidate says why it
 * ended is one, and so is the chunk that says that the prompt was blocked.
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

/** Whether a chunk states how some candidate ended, or that there will be none. */
export function finishesGeminiChoice(data: string): boolean {
  if (!MAY_FINISH.test(data) && !data.includes('"promptFeedback"')) return false
  const body = asObject(parseJson(data))
  return body !== undefined && saysEnd(body)
}

/** Cheap test whether an event may state usage. */
export const mayStateGeminiUsage = (data: string): boolean =>
  data.includes('"usageMetadata"') || data.includes('"usage_metadata"')

function saysEnd(body: JsonObject): boolean {
  return objectsMember(body, 'candidates').some(isFinished) || blockReasonOf(body) !== undefined
}

function isFinished(candidate: JsonObject): boolean {
  const reason = textMember(candidate, 'finishReason')
  return reason !== undefined && reason !== 'FINISH_REASON_UNSPECIFIED'
}

/** Why a prompt was refused; undefined when it was not (a candidate beside it says that it was answered after all). */
export function blockReasonOf(body: JsonObject): string | undefined {
  if ((asArray(member(body, 'candidates'))?.length ?? 0) > 0) return undefined
  const feedback = objectMember(body, 'promptFeedback')
  const reason = feedback && textMember(feedback, 'blockReason')
  return reason === 'BLOCK_REASON_UNSPECIFIED' ? undefined : reason
}

/** The chunks of an answer: one object, or the list that a stream without SSE is. */
export const chunksOf = (document: JsonValue): JsonObject[] =>
  objectsOf(Array.isArray(document) ? document : [document])
