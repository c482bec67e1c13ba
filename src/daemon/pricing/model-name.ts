/**
 * Suffixes with which a client requests an amount of reasoning. They are removed before the request is sent upstream.
 * If the long name has no price, the price of the short name applies.
 */
const REASONING_SUFFIX = /-(?:nothinking|thinking(?:-\d+)?|minimal|none|low|medium|high|xhigh)$/

/** Removes the reasoning suffix: `o3-mini-high` -> `o3-mini`; undefined if there is none. */
export function withoutReasoningSuffix(model: string): string | undefined {
  const base = model.replace(REASONING_SUFFIX, '')
  return base === model || base === '' ? undefined : base
}

/**
 * Returns the shared name of custom assistants, which have one price: `gpt-4-gizmo-g-abc` -> `gpt-4-gizmo-*`; undefined
 * for every other name.
 */
export function gizmoWildcard(model: string): string | undefined {
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*'
  if (model.startsWith('gpt-4o-gizmo')) return 'gpt-4o-gizmo-*'
  return undefined
}

/** Both names are in use for uploads to Midjourney. */
const UPLOAD_NAMES = ['mj_upload', 'mj_uploads']

/** Returns the keys under which a price table may list a model: its name, then its wildcard or alternative name. */
export function priceKeys(model: string): readonly string[] {
  if (UPLOAD_NAMES.includes(model)) return [model, ...UPLOAD_NAMES.filter((each) => each !== model)]
  const wildcard = gizmoWildcard(model)
  return wildcard === undefined || wildcard === model ? [model] : [model, wildcard]
}
