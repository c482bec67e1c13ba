import { modelFamily } from '../models/model-family.ts'

/** What one call of a model takes and gives at most, in tokens. */
export interface ModelLimits {
  /** The context window. */
  readonly contextTokens: number
  /** The longest answer, reasoning included. */
  readonly outputTokens: number
}

/** A name that no row matches: as much as large models take and give, because too small a bound would be a wrong one. */
const UNKNOWN: ModelLimits = { contextTokens: 1_048_576, outputTokens: 131_072 }

/** @param model as the upstream knows it; a publisher before it (`openai/gpt-4o`) is no obstacle */
export function modelLimits(model: string): ModelLimits {
  const family = modelFamily(model)
  return {
    contextTokens: family?.contextTokens ?? UNKNOWN.contextTokens,
    outputTokens: family?.outputTokens ?? UNKNOWN.outputTokens,
  }
}

/** Models that look things up by themselves, whatever the request says. */
const LOOKS_UP = /search|sonar|deep-research|-online\b|compound|gizmo|-all$/i

/** Whether a model adds context that is not in the request. */
export const looksThingsUp = (model: string): boolean => LOOKS_UP.test(model)
