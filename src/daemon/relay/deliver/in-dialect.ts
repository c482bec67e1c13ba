import type { Dialect } from '../inbound/inbound.ts'
import { type LeaveOutNulls, leaveOutNulls } from './without-nulls.ts'

/** `LeaveOutNulls` for members of a chunk that a client takes with a value or not at all. */
const withoutNullUsage = leaveOutNulls(['usage'])

/** The chunk of the usage; nothing else has no choice. Quotes inside texts are escaped, so what looks like a member is one. */
const NO_CHOICES = /"choices"\s*:\s*\[\s*\]/g

/**
 * Mistral states the usage in the last chunk that has a choice. Its clients, and LangChain's for Mistral, do not look into one
 * without any.
 */
const EMPTY_CHOICE = '"choices":[{"index":0,"delta":{"content":""},"finish_reason":null}]'

const asMistral: LeaveOutNulls = (piece) => {
  const shown = withoutNullUsage(piece)
  if (typeof shown === 'string') return shown.replace(NO_CHOICES, EMPTY_CHOICE)
  const text = Buffer.from(shown.buffer, shown.byteOffset, shown.byteLength).toString('latin1')
  const shaped = text.replace(NO_CHOICES, EMPTY_CHOICE)
  return shaped.length === text.length ? shown : Buffer.from(shaped, 'latin1')
}

/** A piece of a chat stream as clients of a dialect read it. */
export const inDialect: Readonly<Record<Dialect, LeaveOutNulls>> = {
  openrouter: leaveOutNulls(['usage', 'system_fingerprint']),
  mistral: asMistral,
}
