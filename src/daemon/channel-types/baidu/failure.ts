import { asObject, asText } from '../../protocols/json-access.ts'
import type { JsonValue, UpstreamFailure } from '../../protocols/types.ts'
import { contentFailure, vendorFailure } from '../vendor-failure.ts'

const TOKEN_EXPIRED: ReadonlySet<string> = new Set(['110', '111'])
const DEAD: ReadonlySet<string> = new Set(['6', '13', '14'])
const LIMITED: ReadonlySet<number> = new Set([4, 17, 18, 19, 336_501, 336_502])
const CONTENT_POLICY: ReadonlySet<number> = new Set([336_303, 336_104])
const BUSY = 336_100

/** Reads `{ error_code, error_msg }`. Every failure comes with status 200. */
export function readBaiduFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  const code = Number(body?.error_code ?? 0)
  if (!body || !Number.isInteger(code) || code === 0) return undefined
  const message = asText(body.error_msg) ?? ''
  if (CONTENT_POLICY.has(code)) return contentFailure(message, String(code))
  return vendorFailure(message, String(code), statusOf(code))
}

function statusOf(code: number): number {
  const text = String(code)
  if (DEAD.has(text) || TOKEN_EXPIRED.has(text)) return 401
  if (LIMITED.has(code)) return 429
  if (code === BUSY) return 503
  if (code === 3 || code === 100 || (code > 336_000 && code < 336_200)) return 400
  return 502
}

/** Reports whether the token has expired. The key that it came from is still valid. */
export const isBaiduTokenExpired = (status: number, { code }: UpstreamFailure): boolean =>
  status === 401 ? !DEAD.has(code) : TOKEN_EXPIRED.has(code)

export const isBaiduKeyDead = (_status: number, { code }: UpstreamFailure): boolean => DEAD.has(code)
