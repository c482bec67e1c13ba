/** The models that are asked in this order when another gives no answer, by that one's name; `*` = every other model. */
export type ModelFallbacks = ReadonlyMap<string, readonly string[]>

/** As a token has them stored. @returns undefined for none */
export const readModelFallbacks = (stored: string): ModelFallbacks | undefined =>
  stored === '' ? undefined : new Map(Object.entries(JSON.parse(stored) as Record<string, string[]>))

/** Names trimmed, each once, and none as its own fallback. @returns '' for none */
export function storeModelFallbacks(given: Readonly<Record<string, readonly string[]>>): string {
  const entries = Object.entries(given).flatMap(([typed, models]) => {
    const model = typed.trim()
    const others = [...new Set(models.map((each) => each.trim()))].filter((each) => each && each !== model)
    return model === '' || others.length === 0 ? [] : [[model, others] as const]
  })
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries))
}
