import { asObject } from '../json-access.ts'
import type { JsonValue } from '../types.ts'

/**
 * The numbers that answers of the proxies carry.
 * @see https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md (read 2026-11-20)
 */
export const CODES = {
  submitted: 1,
  /** No account of the proxy can do it; after a follow-up, that it no longer knows the task. */
  notFound: 3,
  invalid: 4,
  failure: 9,
  /** The task exists, or waits for what the client says in a dialog. */
  exists: 21,
  queued: 22,
  queueFull: 23,
  bannedPrompt: 24,
} as const

/** The number of an answer; undefined = it has none. */
export function readCode(document: JsonValue): number | undefined {
  const code = asObject(document)?.code
  const number = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

/** Whether an answer with this number names a task. */
export const isAccepting = (code: number | undefined): boolean =>
  code === CODES.submitted || code === CODES.exists || code === CODES.queued
