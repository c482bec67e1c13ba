import { modelFamily } from '../models/model-family.ts'

/** The largest prompt and answer of one call to a model, in tokens. */
export interface ModelLimits {
  /** The context window. */
  readonly contextTokens: number
  /** The longest answer, reasoning included. */
  readonly outputTokens: number
}

/** Limits for unknown names. They are those of large models, because a limit that is too small would be wrong. */
const UNKNOWN: ModelLimits = { contextTokens: 1_048_576, outputTokens: 131_072 }

/**
 * Returns the limits of a model. @param model the name at the upstream; it may have a publisher prefix
 * (`openai/gpt-4o`)
 */
export function modelLimits(model: string): ModelLimits {
  const family = modelFamily(model)
  return {
    contextTokens: family?.contextTokens ?? UNKNOWN.contextTokens,
    outputTokens: family?.outputTokens ?? UNKNOWN.outputTokens,
  }
}

/** Models that search on their own, whatever the request contains. */
const LOOKS_UP = /search|sonar|deep-research|-online\b|compound|gizmo|-all$/i

/** Reports whether a model adds context that is not in the request. */
export const looksThingsUp = (model: string): boolean => LOOKS_UP.test(model)
