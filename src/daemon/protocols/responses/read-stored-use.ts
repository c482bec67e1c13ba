import { asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { inputItems, itemType } from './input-items.ts'
import { readSummary } from './summary.ts'

/** Items that only their maker can read. */
const STORED_ITEMS: ReadonlySet<string> = new Set(['item_reference', 'compaction'])

/**
 * Which part of a request, if any, leans on what a provider has stored: such a request can only go to a channel that speaks
 * Responses itself.
 *
 * @returns the field's name; undefined = the request says everything itself
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
