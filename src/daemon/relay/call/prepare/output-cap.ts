import { traitsOf } from '../../../channel-types/traits.ts'
import { defaultOutputTokens } from '../../../protocols/anthropic/index.ts'
import { asObject, isObject } from '../../../protocols/json-access.ts'
import type { JsonObject } from '../../../protocols/types.ts'
import type { Attempt } from './attempt.ts'

/** The names under which vendors take a cap on the answer, in the body or in the object that holds its settings. */
const CAP_NAMES = [
  'max_completion_tokens',
  'max_tokens',
  'max_output_tokens',
  'maxOutputTokens',
  'num_predict',
] as const

/** Where vendors keep settings: Google, Ollama, Alibaba's own API. */
const SETTINGS_NAMES = ['generationConfig', 'generation_config', 'options', 'parameters'] as const

/** The cap on output tokens that a body tells its upstream, over all choices; undefined if it tells none. */
export function readOutputCap(body: JsonObject): number | undefined {
  const cap = largestIn(body, CAP_NAMES)
  return cap === 0 ? undefined : cap * Math.max(1, largestIn(body, CHOICES_NAMES))
}

const CHOICES_NAMES = ['n', 'candidateCount'] as const

/** The largest number under one of these names, in the body or its settings; 0 = there is none. */
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

/** The cap on each choice that the hold asks for; undefined = none, or the format has no place for one. */
export function grantedCap({ asked, wire, call }: Attempt): number | undefined {
  const { grantedOutputTokens } = asked.admitted
  if (grantedOutputTokens === undefined || wire.takesOutputCap === false) return undefined
  // Anthropic's protocol needs a cap, so there is one already.
  return wire.operation === 'messages'
    ? Math.min(grantedOutputTokens, defaultOutputTokens(call.model, call.adapters))
    : grantedOutputTokens
}

/** A client's own body with the cap that the hold asks for. The same object where it asks for none. */
export function withGrantedCap(body: JsonObject, attempt: Attempt): JsonObject {
  const cap = grantedCap(attempt)
  if (cap === undefined) return body
  if (attempt.wire.id === 'ollama-chat')
    return { ...body, options: { ...asObject(body.options), num_predict: cap } }
  if (attempt.wire.id === 'cohere-chat') return { ...body, max_tokens: cap }
  switch (attempt.wire.operation) {
    case 'chat': {
      // Zero is no cap to some upstreams.
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
