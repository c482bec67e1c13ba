import type { FinishReason, ReasoningOrigin } from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** State of one output item while it is streamed. */
export interface ItemProgress {
  /** Index of the call among all calls; undefined = not a call, or not begun. */
  callIndex: number | undefined
  /** Arguments or text passed on so far. */
  told: string
  /** The current content or summary part. */
  part: JsonValue
  /** Which of the two forms of reasoning is streamed; the other one repeats it. */
  reasoning: 'summary' | 'text' | undefined
  citations: number
  hasLogprobs: boolean
  /** Position at which each text part begins in the answer's text. */
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

/** Returns the model family that made opaque reasoning, by the model's name. Only that family can read it. */
export function originOf(model: string | undefined): ReasoningOrigin {
  return ORIGINS.find(([name]) => name.test(model ?? ''))?.[1] ?? 'openai'
}

/** @param type of the event that ended the stream; undefined = there was no stream, only the response */
export function finishOf(response: JsonObject, type: string | undefined, hasCalls: boolean): FinishReason {
  if (response.status === 'failed' || response.status === 'cancelled') return 'error'
  if (response.status === 'incomplete' || type === 'response.incomplete')
    return asObject(response.incomplete_details)?.reason === 'content_filter' ? 'content-filter' : 'length'
  return hasCalls ? 'tool-calls' : 'stop'
}
