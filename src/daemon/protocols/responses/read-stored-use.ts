import { asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { inputItems, itemType } from './input-items.ts'
import { readSummary } from './summary.ts'

/** Items that only the vendor that made them can read. */
const STORED_ITEMS: ReadonlySet<string> = new Set(['item_reference', 'compaction'])

/**
 * Finds the member of a request, if any, that depends on objects stored by a vendor. Such a request can only go to a
 * channel that uses Responses itself.
 *
 * @returns the member's name; undefined = the request is self-contained
 */
export function readStoredUse(body: JsonObject): string | undefined {
  if (asText(body.previous_response_id)) return 'previous_response_id'
  for (const field of ['conversation', 'prompt'])
    if (body[field] !== undefined && body[field] !== null) return field
  return inputItems(body)
    .filter((item) => item.type !== 'compaction' || readSummary(item) === undefined)
    .map(itemType)
    .find((type) => STORED_ITEMS.has(type))
}
