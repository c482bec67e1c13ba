import type { IncomingHttpHeaders } from 'node:http'
import { asArray, asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'

/** An account at a vendor: a channel, and which of its keys. */
export interface Account {
  readonly channelId: number
  readonly key: string
}

/**
 * Why a request goes where an earlier one went: it refers to `state` that an account has made, it names its `session`, or
 * it has the same `opening` as the requests before it, whose beginning the vendor still has in its prompt cache.
 */
export type AffinityReason = 'state' | 'session' | 'opening'

/** What a plan leans towards, beyond priority and weight. */
export interface Affinity {
  readonly by: AffinityReason
  /** The same for every request of a conversation; undefined = the draw is left to chance. */
  readonly seed: number | undefined
  /** Asked first, and the only one if the plan is pinned. */
  readonly account?: Account | undefined
}

/** No vendor caches a shorter prompt. */
const CACHED_TOKENS_MIN = 1_024
/** As much of a conversation's first message as tells it from others. */
const OPENING_CHARS_MAX = 2_048

/** What identifies a conversation, as far as routing needs it. */
export interface Conversing {
  readonly tokenId: number
  readonly userId: number
  readonly headers: IncomingHttpHeaders
  readonly body: JsonObject
  readonly promptTokens: number
}

/**
 * The conversation that a request belongs to, as a number to draw by. Nothing is remembered: every daemon and worker comes
 * to the same channel and key by itself.
 *
 * @returns undefined for a request that is too short to be cached and names no session: it is drawn by chance
 */
export function readAffinity(asked: Conversing): Affinity | undefined {
  const session = readSession(asked.headers, asked.body)
  if (session !== undefined) return { by: 'session', seed: seedOf(asked, session) }
  if (asked.promptTokens < CACHED_TOKENS_MIN) return undefined
  const opening = readOpening(asked.body)
  return opening === undefined ? undefined : { by: 'opening', seed: seedOf(asked, opening) }
}

/**
 * The session as its client names it: Codex by `prompt_cache_key` or `session_id`, Claude Code by `metadata.user_id`, clients
 * of FastGPT by `chatId`.
 */
function readSession(headers: IncomingHttpHeaders, body: JsonObject): string | undefined {
  const named =
    asText(body.prompt_cache_key) ||
    asText(asObject(body.metadata)?.user_id) ||
    asText(body.chatId) ||
    headers.session_id ||
    headers['x-session-id']
  return typeof named === 'string' && named !== '' ? named : undefined
}

/** The first message of the user: the system's instructions are often the same in every conversation. */
function readOpening(body: JsonObject): string | undefined {
  const { input } = body
  if (typeof input === 'string') return input
  const turns = asArray(body.messages ?? input ?? body.contents)
  const first = asObject(turns?.find((each) => asObject(each)?.role === 'user') ?? turns?.[0])
  return first && readLastText(first.content ?? first.parts)
}

function readLastText(content: JsonValue | undefined): string | undefined {
  if (typeof content === 'string') return content
  let text: string | undefined
  // Clients put context of their own first; what the person wrote comes last.
  for (const part of objectsOf(content)) text = asText(part.text) ?? text
  return text
}

const seedOf = ({ tokenId, userId }: Conversing, text: string): number =>
  hash(tokenId === 0 ? -userId : tokenId, text)

/** FNV-1a over the beginning of a text, and its last step from murmur3, so that every bit counts. */
function hash(seed: number, text: string): number {
  let state = Math.imul(seed ^ 0x811c9dc5, 0x01000193)
  const end = Math.min(text.length, OPENING_CHARS_MAX)
  for (let i = 0; i < end; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** A number in (0, 1) that a conversation always draws for the same thing. */
export const drawFor = (seed: number, name: string): number => (hash(seed, name) + 0.5) / 0x1_0000_0000
