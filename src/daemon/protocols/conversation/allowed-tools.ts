import type { Tool } from './types.ts'

/** Returns the tools with these names. Both lists come from the client and may be long. */
export function allowedTools<Some extends Tool>(tools: readonly Some[], names: readonly string[]): Some[] {
  const allowed = new Set(names)
  return tools.filter((tool) => allowed.has(tool.name))
}

/** Returns the names of the tools that take free text. */
export const customNames = (tools: readonly Tool[]): ReadonlySet<string> =>
  new Set(tools.flatMap((tool) => (tool.kind === 'custom' ? tool.name : [])))
