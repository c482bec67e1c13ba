import type { ModelAdapters } from '../conversation/codec.ts'
import type { JsonObject } from '../types.ts'

const PREFIX = 'HARM_CATEGORY_'

const CATEGORIES = [
  'HARASSMENT',
  'HATE_SPEECH',
  'SEXUALLY_EXPLICIT',
  'DANGEROUS_CONTENT',
  'CIVIC_INTEGRITY',
] as const

/**
 * Returns the administrator's thresholds in the API's form: the category's own, else that of `default`; a category
 * without either is left to Google.
 */
export function geminiSafetySettings({ geminiSafety }: Pick<ModelAdapters, 'geminiSafety'>): JsonObject[] {
  const thresholds = new Map([...geminiSafety].map(([key, value]) => [bareCategory(key), value]))
  return CATEGORIES.flatMap((category) => {
    const threshold = thresholds.get(category) ?? thresholds.get('DEFAULT')
    return threshold ? [{ category: PREFIX + category, threshold }] : []
  })
}

/** Removes the prefix. Keys are written with or without it, in any case. */
function bareCategory(key: string): string {
  const upper = key.toUpperCase()
  return upper.startsWith(PREFIX) ? upper.slice(PREFIX.length) : upper
}
