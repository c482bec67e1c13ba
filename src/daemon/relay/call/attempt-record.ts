import type { ErrorCode } from '../../errors/catalogue.ts'
import type { FailedAnswer } from './answer.ts'
import type { Attempted } from './attempt-rules.ts'
import type { Attempt } from './prepare/attempt.ts'

/** One attempt, as it is logged. */
export interface AttemptRecord {
  /** The requested model. */
  readonly model: string
  readonly channelId: number
  readonly channelName: string
  readonly priority: number
  readonly weight: number
  /** 200 if it gave an answer. */
  readonly status: number
  readonly startedMs: number
  readonly tookMs: number
  /** The error code; undefined for the attempt that answered. */
  readonly error: string | undefined
  /** The upstream's message, keys removed, or its finish reason for an empty answer: for administrators. */
  readonly reason: string | undefined
  readonly errorType: string | undefined
  readonly errorCode: string | undefined
}

/** Both times are Unix milliseconds. */
export function recordAttempt(
  { asked, channel }: Pick<Attempt, 'asked' | 'channel'>,
  answer: Attempted,
  startedMs: number,
  endedMs: number,
): AttemptRecord {
  const isFailed = answer.kind === 'failed'
  const fault = isFailed ? answer.error.code : answer.hasOutput ? undefined : 'empty_response'
  return {
    model: asked.admitted.facts.model,
    channelId: channel.id,
    channelName: channel.name,
    priority: channel.priority,
    weight: channel.weight,
    status: isFailed ? answer.status : 200,
    startedMs,
    tookMs: endedMs - startedMs,
    error: fault,
    reason: isFailed ? readReason(answer) : fault && withWord(fault, answer.endedBy),
    errorType: isFailed ? answer.failure?.type : undefined,
    errorCode: isFailed ? answer.failure?.code : undefined,
  }
}

/** Returns our error code, which readers of the log see in their language, followed by the vendor's finish reason. */
export const withWord = (fault: ErrorCode, word: string | undefined): string | undefined =>
  word === undefined ? undefined : `${fault}: ${word}`

function readReason(answer: FailedAnswer): string | undefined {
  const detail = answer.error.options.detail as
    | { failure?: { message?: string }; fault?: string; what?: string }
    | undefined
  return detail?.failure?.message ?? detail?.fault ?? detail?.what
}
