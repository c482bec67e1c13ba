import { asObject, asText } from '../../protocols/json-access.ts'
import type { JsonValue, UpstreamFailure } from '../../protocols/types.ts'
import { contentFailure, vendorFailure } from '../vendor-failure.ts'

const CONTENT_POLICY: ReadonlySet<number> = new Set([10013, 10014, 10019])
const NO_AUTHORITY: ReadonlySet<number> = new Set([10015, 10016, 11200])
const BUSY: ReadonlySet<number> = new Set([10006, 10007, 11201, 11202, 11203])
const OVERLOADED: ReadonlySet<number> = new Set([10008, 10110])
const BAD_REQUEST: ReadonlySet<number> = new Set([10003, 10004, 10005, 10907])

/** Reads an error frame, whose `header.code` is not 0. The HTTP service has a top-level `code`. */
export function readSparkFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  const header = asObject(body?.header) ?? body
  const code = header?.code
  if (typeof code !== 'number' || code === 0) return undefined
  const message = asText(header?.message) ?? ''
  if (CONTENT_POLICY.has(code)) return contentFailure(message, String(code))
  return vendorFailure(message, String(code), statusOf(code))
}

function statusOf(code: number): number {
  if (NO_AUTHORITY.has(code)) return 401
  if (BUSY.has(code)) return 429
  if (OVERLOADED.has(code)) return 503
  return BAD_REQUEST.has(code) ? 400 : 502
}

/** Reports whether the key is dead: no access to the model, or nothing left. A wrong signature gets status 401 in the handshake. */
export const isSparkKeyDead = (_status: number, { code }: UpstreamFailure): boolean =>
  NO_AUTHORITY.has(Number(code))
