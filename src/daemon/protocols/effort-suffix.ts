/** A model name split into the name the upstream knows and the reasoning effort appended to it. */
export interface EffortSuffix {
  readonly model: string
  /** undefined = the name has no such suffix, and `model` is the whole name. */
  readonly effort: string | undefined
}

/** Model families whose names take a suffix. Names of other vendors may end in the same words. */
const FAMILIES = /^(?:o[1-9]|gpt-5|grok-3-mini|grok-4)/
const SUFFIX = /^(.+)-(minimal|none|low|medium|high|xhigh)$/

/** Splits `o3-high` into `o3` and `high`. Only for reasoning families of OpenAI and xAI; any other name stays whole. */
export function splitEffortSuffix(model: string): EffortSuffix {
  if (!FAMILIES.test(model)) return { model, effort: undefined }
  const match = SUFFIX.exec(model)
  return match?.[1] ? { model: match[1], effort: match[2] } : { model, effort: undefined }
}
