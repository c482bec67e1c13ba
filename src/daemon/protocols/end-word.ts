import { asObject, asText, objectsOf } from './json-access.ts'
import { parseJson } from './parse-json.ts'
import type { JsonObject, JsonValue } from './types.ts'

/** Matches finish reasons, which are single words. Anything longer could be part of the answer. */
const WORD = /^[A-Za-z][\w.-]{0,63}$/

/**
 * Finds the vendor's own finish reason, such as `MALFORMED_FUNCTION_CALL` or `content_filter`, in any of the formats.
 * The log shows it to operators when an answer was empty.
 *
 * @param documents the answer, or the events of its stream
 */
export function readEndWord(documents: readonly JsonValue[]): string | undefined {
  return documents
    .flatMap((document) => (Array.isArray(document) ? document : [document]))
    .map((each) => wordIn(asObject(each)))
    .findLast((word) => word !== undefined && WORD.test(word))
}

/** Finds the vendor's finish reason in the data of stream events. */
export const readEndWordOfEvents = (data: readonly string[]): string | undefined =>
  readEndWord(data.flatMap((each) => parseJson(each) ?? []))

function wordIn(document: JsonObject | undefined): string | undefined {
  if (!document) return undefined
  const candidate = objectsOf(document.candidates)[0]
  const choice = objectsOf(document.choices)[0]
  const incomplete = asObject((asObject(document.response) ?? document).incomplete_details)
  return (
    asText(candidate?.finishReason ?? candidate?.finish_reason) ??
    asText(choice?.finish_reason) ??
    asText(document.stop_reason) ??
    asText(asObject(document.delta)?.stop_reason) ??
    asText(incomplete?.reason) ??
    asText(document.done_reason)
  )
}
