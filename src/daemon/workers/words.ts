import type { Config } from '../config/config.ts'
import type { Texts } from '../errors/reasons.ts'

/** What the supervisor tells a worker, and when it listens. */
export const workerWords = {
  /** {@link Begin}; answered with {@link Began} once the worker listens. */
  begin: 'begin',
  /** Stop like a daemon that got SIGTERM. */
  stop: 'stop',
  /** The id of a worker that has certainly ended: its holds are settled now. */
  takeOver: 'take over',
} as const

export interface Begin {
  /** From 1. */
  readonly worker: number
  readonly config: Config
  /** Unix seconds: of the daemon, not of this worker. */
  readonly startTime: number
}

/** A worker that listens. */
export interface Began {
  readonly instanceId: string
  readonly address: string
  readonly setupCode: string | undefined
  readonly databaseLabel: Texts
}
