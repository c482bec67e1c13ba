/** Another name that channels and tokens may have a model by: custom assistants share one, and uploads have two. */
export function otherNameOf(model: string): string | undefined {
  if (model === 'mj_upload') return 'mj_uploads'
  const gizmo = /^(gpt-4o?-gizmo)-/.exec(model)
  return gizmo ? `${gizmo[1]}-*` : undefined
}

/** The name a channel knows: without its own prefix. */
export const stripPrefix = (model: string, prefix: string): string =>
  prefix !== '' && model.startsWith(prefix) ? model.slice(prefix.length) : model
