import type { Config } from '../config/config.ts'
import type { Texts } from '../errors/reasons.ts'

/** Messages from the supervisor to a worker. */
export const workerWords = {
  /** {@link Begin}; the worker responds with {@link Began} once it listens. */
  begin: 'begin',
  /** Stop like a daemon that received SIGTERM. */
  stop: 'stop',
  /** The ID of a worker that has definitely ended; its holds are then settled. */
  takeOver: 'take over',
  /** Asks for a sign of life; the worker replies whether a debugger may pause it. */
  alive: 'alive',
} as const

export interface Begin {
  /** Number of the worker, starting at 1. */
  readonly worker: number
  readonly config: Config
  /** Start of the daemon, not of this worker, in unix seconds. */
  readonly startTime: number
}

/** A worker that listens. */
export interface Began {
  readonly instanceId: string
  readonly address: string
  readonly setupCode: string | undefined
  readonly databaseLabel: Texts
}
