import type { ChannelTypeEntry } from '../channel-type-fields.ts'

/** Models of one vendor. */
export interface ModelGroup {
  /** Vendor name as used in APIs: `openai`, `deepseek-ai`; empty = unknown. */
  readonly vendor: string
  readonly models: readonly string[]
}

/** Returns the vendor of a model name. */
export type VendorOf = (name: string) => string

/**
 * Finds a model's vendor: as the channel types know it, else the part before a slash, else the vendor of models that
 * begin with the same word.
 */
export function vendorsBy(types: readonly ChannelTypeEntry[]): VendorOf {
  const byName = new Map<string, string>()
  const byWord = new Map<string, string>()
  for (const { models, owned_by } of types)
    for (const name of models) {
      if (name.includes('/')) continue
      if (!byName.has(name)) byName.set(name, owned_by)
      const word = firstWord(name)
      if (word !== '' && !byWord.has(word)) byWord.set(word, owned_by)
    }
  return (name) => {
    const known = byName.get(name)
    if (known !== undefined) return known
    const slash = name.indexOf('/')
    if (slash > 0) return name.slice(0, slash).toLowerCase()
    return byWord.get(firstWord(name)) ?? ''
  }
}

const firstWord = (name: string): string => /^[a-z]+/.exec(name.toLowerCase())?.[0] ?? ''

/** Groups models by vendor, unknown vendors last, and sorts vendors and names. */
export function groupModels(names: readonly string[], vendorOf: VendorOf): readonly ModelGroup[] {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const vendor = vendorOf(name)
    const group = groups.get(vendor)
    if (group) group.push(name)
    else groups.set(vendor, [name])
  }
  return [...groups]
    .map(([vendor, models]) => ({ vendor, models: models.sort() }))
    .sort((a, b) => Number(a.vendor === '') - Number(b.vendor === '') || (a.vendor < b.vendor ? -1 : 1))
}
