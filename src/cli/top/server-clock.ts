/**
 * The server's time as far as it can be known here. Rows carry the server's time, so a window by the clock of this
 * machine would be empty wherever the two clocks differ by a minute.
 */
export interface ServerClock {
  /** The server said what time it is, in unix milliseconds. */
  heard(atMs: number): void
  /** Unix milliseconds; undefined until the server has said anything. */
  now(): number | undefined
}

/** @param local milliseconds that only grow evenly; where they start does not matter */
export function createServerClock(local: () => number): ServerClock {
  let offset: number | undefined
  return {
    heard(atMs) {
      offset = atMs - local()
    },
    now: () => (offset === undefined ? undefined : local() + offset),
  }
}
