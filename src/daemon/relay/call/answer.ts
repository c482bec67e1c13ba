import type { AppError } from '../../errors/app-error.ts'
import type { ConversationAnswer } from '../../protocols/conversation/types.ts'
import type { JsonValue, OutputFacts, UpstreamFailure, UsageReading } from '../../protocols/types.ts'
import type { PreparedCall } from './prepare/prepare.ts'
import type { StreamOpening } from './stream-opening.ts'

/** A complete answer, read and parsed once. */
export interface PlainAnswer {
  readonly kind: 'plain'
  readonly prepared: PreparedCall
  readonly status: number
  /** As the upstream says it; the client is told one of ours (`answerType`). */
  readonly contentType: string
  readonly body: Buffer
  /** null when the answer is not JSON (audio, subtitles). */
  readonly document: JsonValue
  /** The answer in the neutral form, where the call is translated. */
  readonly conversation: ConversationAnswer | undefined
  readonly usage: UsageReading
  readonly output: OutputFacts
  readonly hasOutput: boolean
  /** The vendor's word for the end, if the answer delivers nothing. */
  readonly endedBy?: string | undefined
  readonly firstByteMs: number
}

/** A stream whose first content has arrived (or that ended without any). */
export interface StreamAnswer {
  readonly kind: 'stream'
  readonly prepared: PreparedCall
  readonly opening: StreamOpening
  readonly hasOutput: boolean
  /** As for a {@link PlainAnswer}. */
  readonly endedBy?: string | undefined
  readonly firstByteMs: number
}

/** One attempt that gave nothing a client could use. */
export interface FailedAnswer {
  readonly kind: 'failed'
  readonly prepared: PreparedCall
  readonly error: AppError
  /** After the channel's status mapping; 502 or 504 for transport faults. */
  readonly status: number
  /** As the upstream sent it, before any mapping; the same as `status` for transport faults. */
  readonly upstreamStatus: number
  readonly failure: UpstreamFailure | undefined
  readonly isTransport: boolean
  /** We broke the call off when its whole request had gone out: the vendor may charge the prompt. */
  readonly isAbandoned?: boolean
  readonly isContentPolicy: boolean
  /** The vendor said that the key is dead, under whatever status: another channel may do better. */
  readonly isKeyDead?: boolean
  readonly retryAfterSeconds: number | undefined
}

export type Answer = PlainAnswer | StreamAnswer | FailedAnswer
