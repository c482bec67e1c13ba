import { cutName } from '../conversation/tool-names.ts'
import { asText, objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { declaredTools } from './input-items.ts'

/** Longest name of a function that every vendor takes. */
const NAME_CHARS_MAX = 64

/** A tool as its client names it. */
export interface NamespacedName {
  readonly name: string
  readonly namespace?: string
}

/**
 * One name for a tool of a namespace: `namespace__name`, cut and marked with a hash where it gets too long. OpenAI names a
 * tool that it loaded later as its own namespace; that is no namespace.
 */
export function flatName({ name, namespace }: NamespacedName): string {
  if (namespace === undefined || namespace === '' || namespace === name) return name
  const whole = `${namespace}__${name}`
  return whole.length <= NAME_CHARS_MAX ? whole : cutName(whole, NAME_CHARS_MAX)
}

/** Reads the name that an item, a tool or a choice of tool gives; empty when it gives none. */
export function readFlatName(source: JsonObject): string {
  const namespace = asText(source.namespace)
  return flatName({ name: asText(source.name) ?? '', ...(namespace !== undefined && { namespace }) })
}

/** How the names of a request's namespaced tools are written back into its answers. */
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
