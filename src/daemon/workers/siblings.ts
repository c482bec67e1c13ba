import type { Link } from './link.ts'

/**
 * The other workers of this daemon, as seen by one of them (`serve --workers`). State in memory that concerns all of
 * them is shared through this interface. A daemon with one process has no siblings.
 */
export interface Siblings {
  /** True if the daemon has only one process. */
  readonly areNone: boolean
  /**
   * Whether this process does the scheduled work that only one worker does. Changes when the previous one has ended.
   */
  isFirst(): boolean
  /**
   * Shares values between workers.
   * @param hear called with values that other workers share
   * @returns a function that shares a value, as JSON. It resolves when the others have received it, or after a second
   * at most, and never rejects
   */
  share<Value>(topic: string, hear: (value: Value) => unknown): (value: Value) => Promise<void>
  /**
   * Collects values from all workers.
   * @param answer returns this worker's value
   * @returns a function that asks all workers, including this one; a value is undefined if the worker did not respond
   * within two seconds
   */
  gather<Value>(
    topic: string,
    answer: () => Value | Promise<Value>,
  ): () => Promise<readonly (Value | undefined)[]>
  /**
   * Saves figures that only grow, so that a total over all workers does not fall when one ends.
   * @param read returns the figures of this process; called every second
   */
  bequeath(read: () => Promise<readonly Figure[]>): Bequest
}

/** Figures that outlive their worker. */
export interface Bequest {
  /** Saves figures that have been shown to somebody, because they must not decrease afterwards. */
  leave(figures: readonly Figure[]): void
  /** Returns the total of the figures of workers that have ended. */
  readLeft(): Promise<readonly Figure[]>
}

/** One metric of a process, in prom-client's JSON format. */
export interface Figure {
  readonly name: string
  readonly help: string
  readonly type: unknown
  readonly aggregator: string
  readonly values: readonly FigureValue[]
}

export interface FigureValue {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  /** Set for a part of a histogram: `..._bucket`, `..._sum`, `..._count`. */
  readonly metricName?: string
}

/** How often a worker saves its figures. If a worker is killed, later figures are lost. */
const BEQUEATH_MS = 1_000

/** Siblings of a daemon with one process. */
export const noSiblings: Siblings = {
  areNone: true,
  isFirst: () => true,
  share: () => async () => undefined,
  gather: (_topic, answer) => async () => [await answer()],
  bequeath: () => ({ leave: () => undefined, readLeft: async () => [] }),
}

/** Names of the messages about siblings between a worker and its supervisor. */
export const siblingWords = {
  first: 'first',
  share: 'share',
  heard: (topic: string): string => `heard ${topic}`,
  gather: 'gather',
  gathered: (topic: string): string => `gathered ${topic}`,
  bequeath: 'bequeath',
  left: 'left',
} as const

/** A value shared by a worker, on its way through the supervisor. */
export interface Shared {
  readonly topic: string
  readonly value: unknown
}

/** Creates the siblings, which are reached through the supervisor. */
export function createSiblings(link: Link): Siblings {
  let isFirst = false
  link.serve(siblingWords.first, (told: boolean) => {
    isFirst = told
  })
  return {
    areNone: false,
    isFirst: () => isFirst,
    share(topic, hear) {
      link.serve(siblingWords.heard(topic), hear)
      return (value) =>
        link.ask<void>(siblingWords.share, { topic, value } satisfies Shared).catch(() => undefined)
    },
    gather<Answered>(topic: string, answer: () => Answered | Promise<Answered>) {
      link.serve(siblingWords.gathered(topic), answer)
      return async () => {
        try {
          const answers = await link.ask<readonly (Answered | null)[]>(siblingWords.gather, topic)
          // The pipe carries JSON, which turns undefined in lists into null.
          return answers.map((each) => each ?? undefined)
        } catch {
          // If the supervisor is gone, the process is about to end and returns only its own value.
          return [await answer()]
        }
      }
    },
    bequeath(read) {
      const leave = (figures: readonly Figure[]): void => link.tell(siblingWords.bequeath, figures)
      const timer = setInterval(() => void read().then(leave, () => undefined), BEQUEATH_MS).unref()
      link.onClosed(() => clearInterval(timer))
      return {
        leave,
        readLeft: () => link.ask<readonly Figure[]>(siblingWords.left, null).catch(() => []),
      }
    },
  }
}
