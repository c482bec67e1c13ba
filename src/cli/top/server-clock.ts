/**
 * An estimate of the server's time. Rows contain the server's time, so a window based on this machine's clock would be
 * empty if the two clocks differed by a minute.
 */
export interface ServerClock {
  /** Records the server's time in unix milliseconds. */
  heard(atMs: number): void
  /** Returns unix milliseconds; undefined until the server's time is known. */
  now(): number | undefined
}

/** Creates the clock. @param local monotonic milliseconds with any starting point */
export function createServerClock(local: () => number): ServerClock {
  let offset: number | undefined
  return {
    heard(atMs) {
      offset = atMs - local()
    },
    now: () => (offset === undefined ? undefined : local() + offset),
  }
}
