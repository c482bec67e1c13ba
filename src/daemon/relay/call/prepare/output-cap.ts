import { traitsOf } from '../../../channel-types/traits.ts'
import { defaultOutputTokens } from '../../../protocols/anthropic/index.ts'
import { asObject, isObject } from '../../../protocols/json-access.ts'
import type { JsonObject } from '../../../protocols/types.ts'
import type { Attempt } from './attempt.ts'

/** The names that vendors use for the output cap, in the body or in its settings object. */
const CAP_NAMES = [
  'max_completion_tokens',
  'max_tokens',
  'max_output_tokens',
  'maxOutputTokens',
  'num_predict',
] as const

/** The names of settings objects: Google, Ollama, Alibaba's own API. */
const SETTINGS_NAMES = ['generationConfig', 'generation_config', 'options', 'parameters'] as const

/** Reads the cap on output tokens that a body sets for its upstream, over all choices; undefined if it sets none. */
export function readOutputCap(body: JsonObject): number | undefined {
  const cap = largestIn(body, CAP_NAMES)
  return cap === 0 ? undefined : cap * Math.max(1, largestIn(body, CHOICES_NAMES))
}

const CHOICES_NAMES = ['n', 'candidateCount'] as const

/** Returns the largest number under one of these names, in the body or its settings; 0 = there is none. */
function largestIn(body: JsonObject, names: readonly string[]): number {
  let largest = largestOf(body, names)
  for (const name of SETTINGS_NAMES) {
    const settings = asObject(body[name])
    if (settings) largest = Math.max(largest, largestOf(settings, names))
  }
  return largest
}

function largestOf(holder: JsonObject, names: readonly string[]): number {
  let largest = 0
  for (const name of names) {
    const value = holder[name]
    if (typeof value === 'number' && value > largest) largest = value
  }
  return largest
}

/** Returns the cap per choice that the hold requires; undefined = none, or the format has no member for one. */
export function grantedCap({ asked, wire, call }: Attempt): number | undefined {
  const { grantedOutputTokens } = asked.admitted
  if (grantedOutputTokens === undefined || wire.takesOutputCap === false) return undefined
  // Anthropic's protocol requires a cap, so there already is one.
  return wire.operation === 'messages'
    ? Math.min(grantedOutputTokens, defaultOutputTokens(call.model, call.adapters))
    : grantedOutputTokens
}

/** Adds the cap that the hold requires to a client's own body. Returns the same object if none is required. */
export function withGrantedCap(body: JsonObject, attempt: Attempt): JsonObject {
  const cap = grantedCap(attempt)
  if (cap === undefined) return body
  if (attempt.wire.id === 'ollama-chat')
    return { ...body, options: { ...asObject(body.options), num_predict: cap } }
  if (attempt.wire.id === 'cohere-chat') return { ...body, max_tokens: cap }
  switch (attempt.wire.operation) {
    case 'chat': {
      // To some upstreams, zero means no cap.
      const { max_tokens: _former, max_completion_tokens: _current, ...rest } = body
      const takesCurrent = traitsOf(attempt.type, attempt.call).takesCompletionTokensCap !== false
      return { ...rest, [takesCurrent ? 'max_completion_tokens' : 'max_tokens']: cap }
    }
    case 'responses':
      return { ...body, max_output_tokens: cap }
    case 'messages':
    case 'completion':
      return { ...body, max_tokens: cap }
    case 'generate': {
      const name = isObject(body.generation_config) ? 'generation_config' : 'generationConfig'
      const { max_output_tokens: _snake, ...config } = asObject(body[name]) ?? {}
      return { ...body, [name]: { ...config, maxOutputTokens: cap } }
    }
    default:
      return body
  }
}
