import { asObject, isObject } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'

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
  const holders = [body, ...SETTINGS_NAMES.map((name) => asObject(body[name])).filter(isObject)]
  const caps = holders.flatMap((holder) => CAP_NAMES.flatMap((name) => positive(holder[name])))
  if (caps.length === 0) return undefined
  const choices = holders.flatMap((holder) =>
    ['n', 'candidateCount'].flatMap((name) => positive(holder[name])),
  )
  return Math.max(...caps) * Math.max(1, ...choices)
}

const positive = (value: JsonValue | undefined): number[] =>
  typeof value === 'number' && value > 0 ? [value] : []
