/** The name a channel knows: without its own prefix. */
export const stripPrefix = (model: string, prefix: string): string =>
  prefix !== '' && model.startsWith(prefix) ? model.slice(prefix.length) : model
