import { cutName } from '../conversation/tool-names.ts'
import { asText, objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { declaredTools } from './input-items.ts'

/** Maximum length of a function name that every vendor accepts. */
const NAME_CHARS_MAX = 64

/** A tool by its name in the client's request. */
export interface NamespacedName {
  readonly name: string
  readonly namespace?: string
}

/**
 * Returns a single name for a tool of a namespace: `namespace__name`, shortened with a hash if it is too long. For a
 * tool loaded later, OpenAI states the tool's own name as its namespace; that is not a namespace.
 */
export function flatName({ name, namespace }: NamespacedName): string {
  if (namespace === undefined || namespace === '' || namespace === name) return name
  const whole = `${namespace}__${name}`
  return whole.length <= NAME_CHARS_MAX ? whole : cutName(whole, NAME_CHARS_MAX)
}

/** Returns the name in an item, a tool or a tool choice; empty if there is none. */
export function readFlatName(source: JsonObject): string {
  const namespace = asText(source.namespace)
  return flatName({ name: asText(source.name) ?? '', ...(namespace !== undefined && { namespace }) })
}

/** Maps flat names back to those of the request's namespaced tools, for its answers. */
export function readNamespaces(body: JsonObject): ReadonlyMap<string, NamespacedName> {
  const names = new Map<string, NamespacedName>()
  for (const space of declaredTools(body)) {
    const namespace = asText(space.name)
    if (space.type !== 'namespace' || namespace === undefined) continue
    for (const tool of objectsOf(space.tools)) {
      const name = asText(tool.name)
      if (name !== undefined) names.set(flatName({ name, namespace }), { name, namespace })
    }
  }
  return names
}
