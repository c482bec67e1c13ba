import { asText } from './json-access.ts'
import type { JsonValue } from './types.ts'

const BASE64_URL = /^data:[^,]{0,256};base64,/

/** Returns the text of a file in a request, given as a data URL or as base64; undefined = no file, or not text. */
export function textOfFile(data: JsonValue | undefined): string | undefined {
  const given = asText(data)
  if (given === undefined) return undefined
  const bytes = Buffer.from(given.slice(BASE64_URL.exec(given)?.[0].length ?? 0), 'base64')
  if (bytes.length === 0 || bytes.subarray(0, 5).toString('latin1') === '%PDF-' || bytes.includes(0))
    return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
