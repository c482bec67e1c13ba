import { isKeyDead } from '../../channel-types/key-death.ts'
import type { Channel } from '../../channel-types/types.ts'
import type { AttemptCounts } from '../../channels/attempt-counts.ts'
import type { Asked } from '../admit/asked.ts'
import { type Affinity, drawFor } from '../route/affinity.ts'
import type { Health, Service } from '../route/health.ts'
import type { FailedAttempt } from '../route/retry.ts'
import type { FailedAnswer } from './answer.ts'
import type { Attempt } from './prepare/attempt.ts'

/** The outcome of one attempt: the part that the next attempt and the log need. */
export type Attempted =
  | FailedAnswer
  | { readonly kind: 'plain' | 'stream'; readonly hasOutput: boolean; readonly endedBy?: string | undefined }

/** The keys tried so far. */
export type TriedKeys = { readonly channelId: number; readonly key: string }[]

const isTried = (tried: TriedKeys, id: number, key: string): boolean =>
  tried.some((each) => each.channelId === id && each.key === key)

/** 401, 403 and 429 may be due to this key alone, so another key of the same channel is worth an attempt. */
export const isKeyFault = ({ upstreamStatus: status, isKeyDead: isDead }: FailedAnswer): boolean =>
  isDead === true || status === 401 || status === 403 || status === 429

/**
 * Whether to ask the same channel again: not with a key it refused, and not after it stayed silent for a whole timeout.
 */
export const isWorthRepeating = (answer: Attempted): boolean =>
  answer.kind !== 'failed' || !(isKeyFault(answer) || answer.error.code === 'upstream_timeout')

/**
 * Picks the key that the conversation prefers, or else the next in turn: an untried one, or any if all have been tried.
 */
export function pickKey(
  channel: Channel,
  tried: TriedKeys,
  health: Health,
  affinity: Affinity | undefined,
): string {
  const known = affinity && channel.keys.length > 1 ? keyFor(channel, tried, health, affinity) : undefined
  const key = known ?? nextKey(channel, tried, health)
  tried.push({ channelId: channel.id, key })
  return key
}

function nextKey(channel: Channel, tried: TriedKeys, health: Health): string {
  let key = health.takeKey(channel)
  for (let i = 1; i < channel.keys.length && isTried(tried, channel.id, key); i += 1)
    key = health.takeKey(channel)
  return key
}

/** Returns the same key for each request of a conversation, as long as it is in use; undefined = any key will do. */
function keyFor(
  channel: Channel,
  tried: TriedKeys,
  health: Health,
  { account, seed }: Affinity,
): string | undefined {
  const keys = health.keysInUse(channel).filter((key) => !isTried(tried, channel.id, key))
  if (account?.channelId === channel.id && keys.includes(account.key)) return account.key
  if (seed === undefined) return undefined
  let best: string | undefined
  let bestDraw = 0
  for (const key of keys) {
    const draw = drawFor(seed, key)
    if (draw <= bestDraw) continue
    best = key
    bestDraw = draw
  }
  return best
}

export const hasUntriedKey = (channel: Channel, tried: TriedKeys): boolean =>
  channel.keys.some((key) => !isTried(tried, channel.id, key))

/** Puts a channel behind the others of its priority, before the lower priorities. */
export function requeue(queue: Channel[], channel: Channel): void {
  const index = queue.findIndex((each) => each.priority < channel.priority)
  queue.splice(index === -1 ? queue.length : index, 0, channel)
}

/** Describes the attempt for the retry rules; a success that gets this far had no output. */
export function asFailedAttempt(answer: Attempted): FailedAttempt {
  if (answer.kind !== 'failed')
    return { status: 502, isTransport: false, isContentPolicy: false, isEmpty: true }
  return {
    // Some vendors answer a dead key with the status of a bad request, after which no other channel would be asked.
    status: answer.isKeyDead ? 401 : answer.status,
    isTransport: answer.isTransport,
    isContentPolicy: answer.isContentPolicy,
    isEmpty: false,
  }
}

/** Whether any other request would have failed too: the request itself (400, 404, a refused prompt) is not to blame. */
const isChannelFault = (answer: FailedAnswer): boolean =>
  answer.isTransport || answer.status >= 500 || isKeyFault(answer)

export interface NoteHealthDeps {
  readonly health: Health
  readonly attempts: Pick<AttemptCounts, 'note' | 'takeBack'>
  /** Handles a failure that means the key or the account is dead; not awaited. */
  readonly onDeadKey: (channel: Channel, key: string, answer: FailedAnswer) => void
}

/** Records what an attempt reveals about the health of its channel and key. */
export function noteHealth({ asked, channel, key }: Attempt, answer: Attempted, deps: NoteHealthDeps): void {
  if (answer.kind !== 'failed') {
    deps.attempts.note(channel.id, true)
    return deps.health.noteSuccess(serviceOf(asked, channel))
  }
  if (isChannelFault(answer)) deps.attempts.note(channel.id, false)
  noteFailed({ asked, channel, key }, answer, deps)
}

const serviceOf = ({ inbound, admitted }: Asked, { id }: Channel): Service => ({
  channelId: id,
  model: admitted.facts.model,
  operation: inbound.codec.operation,
})

/**
 * Records the failure of a stream that broke off after it had begun.
 *
 * @param notedMs when it was recorded as a success, because its answer had begun
 */
export function noteBroken(asked: Asked, answer: FailedAnswer, notedMs: number, deps: NoteHealthDeps): void {
  const { channel, key } = answer.prepared.call
  if (isChannelFault(answer)) deps.attempts.takeBack(channel.id, notedMs)
  noteFailed({ asked, channel, key }, answer, deps)
}

function noteFailed(
  { asked, channel, key }: Pick<Attempt, 'asked' | 'channel' | 'key'>,
  answer: FailedAnswer,
  deps: NoteHealthDeps,
): void {
  if (answer.isTransport || answer.status === 429 || answer.status >= 500)
    deps.health.noteFailure(serviceOf(asked, channel), answer.retryAfterSeconds)
  const { failure, upstreamStatus, prepared } = answer
  const keywords = asked.snapshot.options.AutomaticDisableKeywords
  if (failure && isKeyDead(prepared.type, upstreamStatus, failure, keywords))
    deps.onDeadKey(channel, key, answer)
}
