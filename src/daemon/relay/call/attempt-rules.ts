import { isKeyDead } from '../../channel-types/key-death.ts'
import type { Channel } from '../../channel-types/types.ts'
import type { Health } from '../route/health.ts'
import type { FailedAttempt } from '../route/retry.ts'
import type { FailedAnswer } from './answer.ts'
import type { AttemptRecord, CallDeps } from './call.ts'

/** What one attempt gave, as far as the next one and the log depend on it. */
export type Attempted = FailedAnswer | { readonly kind: 'plain' | 'stream'; readonly hasOutput: boolean }

/** Keys tried so far, by channel. */
export type TriedKeys = Map<number, Set<string>>

/** 401, 403 and 429 may be the key's fault alone: another key of the same channel is then another candidate. */
export const isKeyFault = ({ upstreamStatus: status, isKeyDead: isDead }: FailedAnswer): boolean =>
  isDead === true || status === 401 || status === 403 || status === 429

/** The same channel again: not with a key it refused, and not after it has been silent for a whole time-out. */
export const isWorthRepeating = (answer: Attempted): boolean =>
  answer.kind !== 'failed' || !(isKeyFault(answer) || answer.error.code === 'upstream_timeout')

/** The next key in turn that was not tried yet; any, once all were. */
export function pickKey(channel: Channel, tried: TriedKeys, health: Health): string {
  const used = tried.get(channel.id) ?? new Set<string>()
  tried.set(channel.id, used)
  let key = health.takeKey(channel)
  for (let i = 1; i < channel.keys.length && used.has(key); i += 1) key = health.takeKey(channel)
  used.add(key)
  return key
}

export const hasUntriedKey = (channel: Channel, tried: TriedKeys): boolean =>
  channel.keys.some((key) => !tried.get(channel.id)?.has(key))

/** Behind the other channels of its priority, before the lower ones. */
export function requeue(queue: Channel[], channel: Channel): void {
  const index = queue.findIndex((each) => each.priority < channel.priority)
  queue.splice(index === -1 ? queue.length : index, 0, channel)
}

/** The attempt as the rules of retrying see it; a success counts as one without output. */
export function asFailedAttempt(answer: Attempted): FailedAttempt {
  if (answer.kind !== 'failed')
    return { status: 502, isTransport: false, isContentPolicy: false, isEmpty: true }
  return {
    // Some vendors give a dead key the status of a bad request, which nobody else would be asked after.
    status: answer.isKeyDead ? 401 : answer.status,
    isTransport: answer.isTransport,
    isContentPolicy: answer.isContentPolicy,
    isEmpty: false,
  }
}

/** What no other request would have changed: the request itself (400, 404, a refused prompt) is not to blame. */
const isChannelFault = (answer: FailedAnswer): boolean =>
  answer.isTransport || answer.status >= 500 || isKeyFault(answer)

/** Tells what an attempt says about its channel and its key. */
export function noteHealth(
  channel: Channel,
  key: string,
  model: string,
  answer: Attempted,
  deadKeywords: string,
  deps: Pick<CallDeps, 'health' | 'attempts' | 'onDeadKey'>,
): void {
  if (answer.kind !== 'failed') {
    deps.attempts.note(channel.id, true)
    return deps.health.noteSuccess(channel.id, model)
  }
  if (isChannelFault(answer)) deps.attempts.note(channel.id, false)
  if (answer.isTransport || answer.status === 429 || answer.status >= 500)
    deps.health.noteFailure(channel.id, model, answer.retryAfterSeconds)
  const { failure, upstreamStatus, prepared } = answer
  if (failure && isKeyDead(prepared.type, upstreamStatus, failure, deadKeywords))
    deps.onDeadKey(channel, key, answer)
}

/** One attempt as the log tells it. */
export function recordAttempt(
  channel: Channel,
  answer: Attempted,
  startedMs: number,
  endedMs: number,
): AttemptRecord {
  const isFailed = answer.kind === 'failed'
  return {
    channelId: channel.id,
    channelName: channel.name,
    priority: channel.priority,
    weight: channel.weight,
    status: isFailed ? answer.status : 200,
    startedMs,
    tookMs: endedMs - startedMs,
    error: isFailed ? answer.error.code : answer.hasOutput ? undefined : 'empty_response',
    reason: isFailed ? readReason(answer) : undefined,
    errorType: isFailed ? answer.failure?.type : undefined,
    errorCode: isFailed ? answer.failure?.code : undefined,
  }
}

function readReason(answer: FailedAnswer): string | undefined {
  const detail = answer.error.options.detail as
    | { failure?: { message?: string }; fault?: string; what?: string }
    | undefined
  return detail?.failure?.message ?? detail?.fault ?? detail?.what
}
