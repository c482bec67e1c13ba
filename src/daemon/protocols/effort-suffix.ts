/** A model name split into the name the upstream knows and the reasoning effort appended to it. */
export interface EffortSuffix {
  readonly model: string
  /** undefined = the name carries none, `model` is the name itself. */
  readonly effort: string | undefined
}

/** Families whose names take a suffix. Names of other makers end in such words by themselves. */
const FAMILIES = /^(?:o[1-9]|gpt-5|grok-3-mini|grok-4)/
const SUFFIX = /^(.+)-(minimal|none|low|medium|high|xhigh)$/

/**
 * Splits `o3-high` into `o3` and `high`. Holds for OpenAI's reasoning families and xAI's; any other name is returned
 * whole.
 */
export function splitEffortSuffix(model: string): EffortSuffix {
  if (!FAMILIES.test(model)) return { model, effort: undefined }
  const match = SUFFIX.exec(model)
  return match?.[1] ? { model: match[1], effort: match[2] } : { model, effort: undefined }
}
