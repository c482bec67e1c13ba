/** Models to try in this order if another model fails, by the name of that model; `*` = every other model. */
export type ModelFallbacks = ReadonlyMap<string, readonly string[]>

/** Parses the stored fallbacks of a token. @returns undefined if there are none */
export const readModelFallbacks = (stored: string): ModelFallbacks | undefined =>
  stored === '' ? undefined : new Map(Object.entries(JSON.parse(stored) as Record<string, string[]>))

/** Serializes fallbacks: names trimmed, no duplicates, no model as its own fallback. @returns '' if there are none */
export function storeModelFallbacks(given: Readonly<Record<string, readonly string[]>>): string {
  const entries = Object.entries(given).flatMap(([typed, models]) => {
    const model = typed.trim()
    const others = [...new Set(models.map((each) => each.trim()))].filter((each) => each && each !== model)
    return model === '' || others.length === 0 ? [] : [[model, others] as const]
  })
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries))
}
