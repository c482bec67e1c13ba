import type { Dialect } from '../inbound/inbound.ts'
import { wholeCalls } from './whole-calls.ts'
import { type LeaveOutNulls, leaveOutNulls } from './without-nulls.ts'

/** `LeaveOutNulls` for members of a chunk that a client takes with a value or not at all. */
const withoutNullUsage = leaveOutNulls(['usage'])

/** Only the chunk with the usage has no choice. Quotes inside texts are escaped, so what looks like a member is one. */
const NO_CHOICES = /"choices"\s*:\s*\[\s*\]/g

/**
 * Mistral states the usage in the last chunk that has a choice. Its clients, and LangChain's for Mistral, do not look into one
 * without any.
 */
const EMPTY_CHOICE = '"choices":[{"index":0,"delta":{"content":""},"finish_reason":null}]'

function asMistral(): LeaveOutNulls {
  const withWholeCalls = wholeCalls()
  return (piece) => {
    const shown = withoutNullUsage(piece)
    const text = typeof shown === 'string' ? shown : textOf(shown)
    const shaped = withWholeCalls(text.replace(NO_CHOICES, EMPTY_CHOICE))
    return shaped === text ? shown : shaped
  }
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

const asOpenRouter = leaveOutNulls(['usage', 'system_fingerprint'])

/** For each dialect, creates a function that rewrites one stream. Call it with each piece in turn; a piece holds whole events. */
export const inDialect: Readonly<Record<Dialect, () => LeaveOutNulls>> = {
  openrouter: () => asOpenRouter,
  mistral: asMistral,
}
