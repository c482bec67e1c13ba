import type { Link } from './link.ts'

/**
 * The other workers of this daemon, as one of them sees them (`serve --workers`). What is in memory and matters to all of
 * them goes through here; a daemon of one process has nobody to tell.
 */
export interface Siblings {
  /** True in a daemon of one process. */
  readonly areNone: boolean
  /** Whether this process does the timed work that is done once. Changes when the one that did it has ended. */
  isFirst(): boolean
  /**
   * @param hear called with what another worker shares
   * @returns a function that shares a value, as JSON; it resolves when the others have heard it, at the latest after a
   *   second, and never rejects
   */
  share<Value>(topic: string, hear: (value: Value) => unknown): (value: Value) => Promise<void>
  /**
   * @param answer what this worker says when it is asked
   * @returns a function that asks all workers, this one included; undefined where one did not answer within two seconds
   */
  gather<Value>(
    topic: string,
    answer: () => Value | Promise<Value>,
  ): () => Promise<readonly (Value | undefined)[]>
  /**
   * Leaves figures behind that only grow, so that a sum over all workers does not fall when one ends.
   * @param read the figures of this process; read every second
   */
  bequeath(read: () => Promise<readonly Figure[]>): Bequest
}

/** Figures that outlive their worker. */
export interface Bequest {
  /** Leaves what has been shown to somebody: it must not be taken back. */
  leave(figures: readonly Figure[]): void
  /** Those of the workers that have ended, added up. */
  readLeft(): Promise<readonly Figure[]>
}

/** One meter of a process, as prom-client writes it in JSON. */
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

/** How often a worker says what it would leave behind. A worker that is killed takes the figures since then with it. */
const BEQUEATH_MS = 1_000

/** For a daemon of one process. */
export const noSiblings: Siblings = {
  areNone: true,
  isFirst: () => true,
  share: () => async () => undefined,
  gather: (_topic, answer) => async () => [await answer()],
  bequeath: () => ({ leave: () => undefined, readLeft: async () => [] }),
}

/** Names of what a worker and its supervisor say to each other about siblings. */
export const siblingWords = {
  first: 'first',
  share: 'share',
  heard: (topic: string): string => `heard ${topic}`,
  gather: 'gather',
  gathered: (topic: string): string => `gathered ${topic}`,
  bequeath: 'bequeath',
  left: 'left',
} as const

/** What a worker shares, on its way through the supervisor. */
export interface Shared {
  readonly topic: string
  readonly value: unknown
}

/** The siblings as they are reached through the supervisor. */
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
    gather(topic, answer) {
      link.serve(siblingWords.gathered(topic), answer)
      // Without a supervisor the process is about to end, and speaks for itself.
      return () => link.ask<never>(siblingWords.gather, topic).catch(async () => [await answer()])
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
