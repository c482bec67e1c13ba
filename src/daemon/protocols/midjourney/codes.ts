import { asObject } from '../json-access.ts'
import type { JsonValue } from '../types.ts'

/**
 * Response codes of the proxies.
 * @see https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md (read 2026-11-20)
 */
export const CODES = {
  submitted: 1,
  /** No account of the proxy is available; for a follow-up, the proxy no longer knows the task. */
  notFound: 3,
  invalid: 4,
  failure: 9,
  /** The task exists, or waits for the client's input in a dialog. */
  exists: 21,
  queued: 22,
  queueFull: 23,
  bannedPrompt: 24,
} as const

/** Returns the code of a response; undefined = it has none. */
export function readCode(document: JsonValue): number | undefined {
  const code = asObject(document)?.code
  const number = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

/** Whether a response with this code names a task. */
export const isAccepting = (code: number | undefined): boolean =>
  code === CODES.submitted || code === CODES.exists || code === CODES.queued
