/**
 * Returns another name that channels and tokens may use for a model: custom assistants share one, and uploads have two.
 */
export function otherNameOf(model: string): string | undefined {
  if (model === 'mj_upload') return 'mj_uploads'
  const gizmo = /^(gpt-4o?-gizmo)-/.exec(model)
  return gizmo ? `${gizmo[1]}-*` : undefined
}

/** Returns the name without the channel's prefix, as the channel knows it. */
export const stripPrefix = (model: string, prefix: string): string =>
  prefix !== '' && model.startsWith(prefix) ? model.slice(prefix.length) : model
