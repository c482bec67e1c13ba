import { asObject, asText } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonValue, UpstreamFailure } from '../../protocols/types.ts'
import { contentFailure, vendorFailure } from '../vendor-failure.ts'

/** Codes for prompts or answers that the vendor refuses because of their content. */
const CONTENT_CODES: ReadonlySet<number> = new Set([1026, 1027])

/** HTTP statuses of error codes; 500 for all others. */
const STATUSES: Readonly<Record<number, number>> = {
  1001: 504,
  1002: 429,
  1004: 401,
  1008: 402,
  1039: 400,
  2013: 400,
  2049: 401,
  2056: 429,
}

/**
 * Reads the failure in `base_resp`, whatever the status of the answer, which is usually 200. Other shapes are left to the
 * common reader.
 */
export function readBaseResp(document: JsonValue | undefined): UpstreamFailure | undefined {
  const told = asObject(asObject(document)?.base_resp)
  const code = told?.status_code
  if (typeof code !== 'number' || code === 0) return undefined
  const message = asText(told?.status_msg) ?? ''
  if (CONTENT_CODES.has(code)) return contentFailure(message, String(code))
  return vendorFailure(message, String(code), STATUSES[code] ?? 500)
}

/** Reads the failure in an event of a stream. Only events that contain a code are parsed. */
export const statesFailure = (data: string): boolean =>
  /"status_code"\s*:\s*[1-9]/.test(data) && readBaseResp(parseJson(data)) !== undefined
