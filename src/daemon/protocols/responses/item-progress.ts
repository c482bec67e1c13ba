import type { FinishReason, ReasoningOrigin } from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** What is known of one item of the output while it comes. */
export interface ItemProgress {
  /** Number of the call among all calls; undefined = no call, or not begun. */
  callIndex: number | undefined
  /** Arguments or text that were already told. */
  told: string
  /** Content or summary part that came last. */
  part: JsonValue
  /** Which of the two forms of reasoning it sends; the other one repeats it. */
  reasoning: 'summary' | 'text' | undefined
  citations: number
  hasLogprobs: boolean
  /** Where each of its text parts begins in the answer's text. */
  readonly starts: Map<JsonValue, number>
  isDone: boolean
}

export const newProgress = (): ItemProgress => ({
  callIndex: undefined,
  told: '',
  part: null,
  reasoning: undefined,
  citations: 0,
  hasLogprobs: false,
  starts: new Map(),
  isDone: false,
})

const ORIGINS: readonly (readonly [RegExp, ReasoningOrigin])[] = [
  [/grok/i, 'xai'],
  [/deepseek/i, 'deepseek'],
  [/claude/i, 'anthropic'],
  [/gemini/i, 'google'],
]

/** Opaque reasoning can only be read by the family that made it; the model's name tells which one that was. */
export function originOf(model: string | undefined): ReasoningOrigin {
  return ORIGINS.find(([name]) => name.test(model ?? ''))?.[1] ?? 'openai'
}

/** @param type of the event that ended the stream; undefined = the response is all there is */
export function finishOf(response: JsonObject, type: string | undefined, hasCalls: boolean): FinishReason {
  if (response.status === 'failed' || response.status === 'cancelled') return 'error'
  if (response.status === 'incomplete' || type === 'response.incomplete')
    return asObject(response.incomplete_details)?.reason === 'content_filter' ? 'content-filter' : 'length'
  return hasCalls ? 'tool-calls' : 'stop'
}
