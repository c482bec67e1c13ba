import type { Channel, SpokenFormat } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Asked } from '../admit/asked.ts'
import type { Plan } from '../route/plan.ts'
import { mayRetry } from '../route/retry.ts'
import { type AttemptRecord, recordAttempt } from './attempt-record.ts'
import {
  type Attempted,
  asFailedAttempt,
  hasUntriedKey,
  isKeyFault,
  isWorthRepeating,
  type NoteHealthDeps,
  noteHealth,
  pickKey,
  requeue,
  type TriedKeys,
} from './attempt-rules.ts'
import { inOtherFormat } from './other-format.ts'
import { type Attempt, startAttempt } from './prepare/attempt.ts'

/** The answer of the last attempt, and all attempts for the log. */
export interface Tried<Given extends Attempted> {
  readonly answer: Given
  readonly attempts: readonly AttemptRecord[]
}

/** How to ask the candidates. */
export interface Asking<Given extends Attempted> {
  /** Makes one attempt. Upstream errors are returned as answers; an exception ends the whole request. */
  ask(attempt: Attempt): Promise<Given>
  /**
   * Whether nobody is waiting any longer: the running attempt is then the last one, and says nothing about its channel.
   */
  isAbandoned(): boolean
}

export interface TryDeps extends NoteHealthDeps {
  readonly clock: { now(): number }
  /** Called when a channel's server, after not knowing one format, answers in the other; not awaited. */
  readonly onFormatFound: (channel: Channel, format: SpokenFormat) => void
}

/**
 * Tries the candidates of a plan one after another until one gives output, the rules forbid a further attempt, or
 * nobody is waiting any longer. A success without any output counts as a failure as long as there is another channel to
 * ask. No channel is asked again before every candidate was; then, if the rules allow it, those that may do better get
 * another turn. If a server lacks the format it was asked in, or says that the request belongs in the other one, it is
 * asked in the other format at once, which does not count as an attempt.
 *
 * @throws AppError `no_available_channel`, `channel_misconfigured`; `translation_unsupported` and `translation_lossy`
 * if the request cannot be expressed in the format of any candidate
 */
export async function tryInTurn<Given extends Attempted>(
  asked: Asked,
  plan: Plan,
  { ask, isAbandoned }: Asking<Given>,
  deps: TryDeps,
): Promise<Tried<Given>> {
  const { retry } = asked.snapshot
  const queue = [...plan.candidates]
  const mayRepeat: Channel[] = []
  const attempts: AttemptRecord[] = []
  let attemptsMax = plan.isPinned ? 1 : retry.extraAttempts + 1
  let asOther: Map<number, SpokenFormat | undefined> | undefined
  const triedKeys: TriedKeys = []
  let untranslatable: AppError | undefined
  for (;;) {
    const channel = queue.shift()
    if (!channel)
      throw (
        untranslatable ??
        new AppError('no_available_channel', { values: { model: plan.model, group: plan.group } })
      )
    const attempt = startAttempt(asked, channel, pickKey(channel, triedKeys, deps.health, plan.affinity))
    const startedMs = deps.clock.now()
    let answer: Given
    try {
      answer = await ask(attempt)
    } catch (error) {
      // If one vendor's format cannot express the request, another's may.
      if (!isUntranslatable(error)) throw error
      untranslatable ??= error
      continue
    }
    attempts.push(recordAttempt(attempt, answer, startedMs, deps.clock.now()))
    const found = asOther?.get(channel.id)
    const other = asOther?.has(channel.id) ? undefined : inOtherFormat(attempt, answer)
    if (other && !isAbandoned()) {
      asOther ??= new Map()
      asOther.set(channel.id, other.format)
      queue.unshift(other.channel)
      attemptsMax += 1
      continue
    }
    if (found !== undefined && answer.kind !== 'failed') deps.onFormatFound(channel, found)
    if (!isAbandoned()) noteHealth(attempt, answer, deps)
    if (answer.kind !== 'failed' && answer.hasOutput) return { answer, attempts }
    if (answer.kind === 'failed' && isKeyFault(answer) && hasUntriedKey(channel, triedKeys))
      requeue(queue, channel)
    else if (retry.repeatsChannels && isWorthRepeating(answer)) mayRepeat.push(channel)
    if (queue.length === 0)
      queue.push(...mayRepeat.splice(0).filter((each) => !deps.health.isCooling(each.id, plan.model)))
    const isLast =
      isAbandoned() ||
      queue.length === 0 ||
      attempts.length >= attemptsMax ||
      !mayRetry(retry, asFailedAttempt(answer))
    if (isLast) return { answer, attempts }
  }
}

const isUntranslatable = (error: unknown): error is AppError =>
  error instanceof AppError &&
  (error.code === 'translation_unsupported' || error.code === 'translation_lossy')
