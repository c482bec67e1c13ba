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
  /** As sent by the upstream; the client gets one of our own types (`answerType`). */
  readonly contentType: string
  readonly body: Buffer
  /** null if the answer is not JSON (audio, subtitles). */
  readonly document: JsonValue
  /** The answer in the neutral form, if the call is translated. */
  readonly conversation: ConversationAnswer | undefined
  readonly usage: UsageReading
  readonly output: OutputFacts
  readonly hasOutput: boolean
  /** The vendor's finish reason, if the answer has no content. */
  readonly endedBy?: string | undefined
  readonly firstByteMs: number
}

/** A stream whose first content has arrived, or that ended without any. */
export interface StreamAnswer {
  readonly kind: 'stream'
  readonly prepared: PreparedCall
  readonly opening: StreamOpening
  readonly hasOutput: boolean
  /** The vendor's finish reason, if the stream has no content. */
  readonly endedBy?: string | undefined
  readonly firstByteMs: number
}

/** One attempt that produced nothing a client could use. */
export interface FailedAnswer {
  readonly kind: 'failed'
  readonly prepared: PreparedCall
  readonly error: AppError
  /** The status after the channel's status mapping; 502 or 504 for transport errors. */
  readonly status: number
  /** The status sent by the upstream, before any mapping; equal to `status` for transport errors. */
  readonly upstreamStatus: number
  readonly failure: UpstreamFailure | undefined
  readonly isTransport: boolean
  /** We aborted the call after the whole request had been sent, so the vendor may charge the prompt. */
  readonly isAbandoned?: boolean
  readonly isContentPolicy: boolean
  /** The vendor reported the key as dead, whatever the status: another channel may do better. */
  readonly isKeyDead?: boolean
  readonly retryAfterSeconds: number | undefined
}

export type Answer = PlainAnswer | StreamAnswer | FailedAnswer
