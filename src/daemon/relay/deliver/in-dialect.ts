import { asObject } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Dialect } from '../inbound/inbound.ts'
import { usageAtEnd } from './usage-at-end.ts'
import { wholeCalls } from './whole-calls.ts'
import { type LeaveOutNulls, leaveOutNulls } from './without-nulls.ts'

/** Removes `usage` if it is null, for clients that expect a value or no such member. */
const withoutNullUsage = leaveOutNulls(['usage'])

/** Only the chunk with the usage has no choice. Quotes inside texts are escaped, so what looks like a member is one. */
const NO_CHOICES = /"choices"\s*:\s*\[\s*\]/g

/**
 * Mistral, Groq and others state the usage in the last chunk that has a choice. Their clients, and LangChain's for
 * them, ignore chunks without a choice.
 */
const EMPTY_CHOICE = '"choices":[{"index":0,"delta":{"content":""},"finish_reason":null}]'

/** Edits streams so that the last chunk with a choice states the usage. */
const inLastChoice = (...edits: readonly ((events: string) => string)[]): LeaveOutNulls => {
  return (piece) => {
    const shown = withoutNullUsage(piece)
    const text = typeof shown === 'string' ? shown : textOf(shown)
    const shaped = edits.reduce((events, edit) => edit(events), text).replace(NO_CHOICES, EMPTY_CHOICE)
    return shaped === text ? shown : shaped
  }
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

/** Groq's clients look for the usage only in this member. https://console.groq.com/docs/api-reference#chat-create */
const inGroqsMember = (chunk: JsonObject, usage: JsonObject): JsonObject => ({
  ...chunk,
  x_groq: { usage, ...asObject(chunk.x_groq) },
})

const asOpenRouter = leaveOutNulls(['usage', 'system_fingerprint'])
const withUsage = (): LeaveOutNulls => inLastChoice(usageAtEnd())

/** Creates a function that rewrites one stream. Call it with each piece in turn; a piece holds whole events. */
export const inDialect: Readonly<Record<Dialect, () => LeaveOutNulls>> = {
  openrouter: () => asOpenRouter,
  mistral: () => inLastChoice(usageAtEnd(), wholeCalls()),
  groq: () => inLastChoice(usageAtEnd(inGroqsMember)),
  perplexity: withUsage,
  cerebras: withUsage,
  litellm: withUsage,
}
