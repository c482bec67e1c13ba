import { tagState, untagState } from '../conversation/opaque-state.ts'
import { asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

/** Packs a summary into the content of a `compaction` item. It is never sent to a vendor in this form. */
export const sealSummary = (summary: string): string =>
  tagState({ origin: 'other', value: Buffer.from(summary).toString('base64') })

/**
 * @returns the summary if Tollgate created the item; undefined if a vendor did, because only that vendor can read it
 */
export function readSummary(item: JsonObject): string | undefined {
  const { origin, value } = untagState(asText(item.encrypted_content) ?? '', 'openai')
  return origin === 'other' ? Buffer.from(value, 'base64').toString('utf8') : undefined
}
