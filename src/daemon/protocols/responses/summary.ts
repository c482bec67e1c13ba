import { tagState, untagState } from '../conversation/opaque-state.ts'
import { asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

/** What a `compaction` item of ours holds. Like reasoning of other vendors, it never goes to a vendor as it is. */
export const sealSummary = (summary: string): string =>
  tagState({ origin: 'other', value: Buffer.from(summary).toString('base64') })

/** The summary in an item that was made here; undefined = only the provider that made it can read it. */
export function readSummary(item: JsonObject): string | undefined {
  const { origin, value } = untagState(asText(item.encrypted_content) ?? '', 'openai')
  return origin === 'other' ? Buffer.from(value, 'base64').toString('utf8') : undefined
}
