import type { IncomingHttpHeaders } from 'node:http'
import { asArray, asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'

/** An account at a vendor: a channel and one of its keys. */
export interface Account {
  readonly channelId: number
  readonly key: string
}

/**
 * Why a request goes where an earlier one went: it refers to `state` made by an account, it names its `session`, or it
 * has the same `opening` as earlier requests, so that the vendor has it in its prompt cache.
 */
export type AffinityReason = 'state' | 'session' | 'opening'

/** What a plan prefers, beyond priority and weight. */
export interface Affinity {
  readonly by: AffinityReason
  /** The same for every request of a conversation; undefined = a random draw. */
  readonly seed: number | undefined
  /** Asked first, and the only one if the plan is pinned. */
  readonly account?: Account | undefined
}

/** No vendor caches a shorter prompt. */
const CACHED_TOKENS_MIN = 1_024
/** How much of a conversation's first message is compared; enough to distinguish conversations. */
const OPENING_CHARS_MAX = 2_048

/** The parts of a request that identify its conversation for routing. */
export interface Conversing {
  readonly tokenId: number
  readonly userId: number
  readonly headers: IncomingHttpHeaders
  readonly body: JsonObject
  readonly promptTokens: number
}

/**
 * Identifies the conversation of a request by a number to draw with. Nothing is stored: every daemon and worker arrives
 * at the same channel and key independently.
 *
 * @returns undefined for a request that is too short to be cached and names no session: its draw is random
 */
export function readAffinity(asked: Conversing): Affinity | undefined {
  const session = readSession(asked.headers, asked.body)
  if (session !== undefined) return { by: 'session', seed: seedOf(asked, session) }
  if (asked.promptTokens < CACHED_TOKENS_MIN) return undefined
  const opening = readOpening(asked.body)
  return opening === undefined ? undefined : { by: 'opening', seed: seedOf(asked, opening) }
}

/**
 * Reads the session that the client names: Codex in `prompt_cache_key` or `session_id`, Claude Code in
 * `metadata.user_id`, clients of FastGPT in `chatId`.
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

/** Reads the first message of the user, because system instructions are often the same in every conversation. */
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
  // Clients put their own context first; what the person wrote comes last.
  for (const part of objectsOf(content)) text = asText(part.text) ?? text
  return text
}

const seedOf = ({ tokenId, userId }: Conversing, text: string): number =>
  hash(tokenId === 0 ? -userId : tokenId, text)

/** FNV-1a over the beginning of a text, followed by the final step of murmur3, so that every bit counts. */
function hash(seed: number, text: string): number {
  let state = Math.imul(seed ^ 0x811c9dc5, 0x01000193)
  const end = Math.min(text.length, OPENING_CHARS_MAX)
  for (let i = 0; i < end; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** Returns a number in (0, 1) that is always the same for a conversation and a name. */
export const drawFor = (seed: number, name: string): number => (hash(seed, name) + 0.5) / 0x1_0000_0000
