import type { Channel } from '../channel-types/types.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'
import { redact, withoutKeys } from '../upstream/redact.ts'
import type { TaskNews } from './task.ts'

/**
 * Vendors quote keys and name their hosts when something fails. Addresses in the rest of the result stay: they are where
 * the vendor keeps what it made.
 */
export function withoutSecrets(news: TaskNews, { keys, baseUrl: url }: Channel): TaskNews {
  const { failReason, result, status } = news
  return {
    ...news,
    ...(failReason === undefined ? {} : { failReason: redact(failReason, { keys, url }) }),
    ...(result === undefined || status !== 'FAILURE'
      ? {}
      : { result: inEveryText(result, (text) => withoutKeys(text, keys)) }),
  }
}

/** A copy of the object in which `change` was applied to every text. Names of members stay. */
export const inEveryText = (document: JsonObject, change: (text: string) => string): JsonObject =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, changed(value, change)]))

function changed(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each: JsonValue) => changed(each, change))
  return typeof value === 'object' && value !== null ? inEveryText(value as JsonObject, change) : value
}
