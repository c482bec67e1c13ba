/**
 * The server's time, as far as it can be known here. Rows carry the server's time, so a window by this machine's clock
 * would be empty if the two clocks differ by a minute.
 */
export interface ServerClock {
  /** Records the server's time in unix milliseconds. */
  heard(atMs: number): void
  /** Unix milliseconds; undefined until the server's time is known. */
  now(): number | undefined
}

/** @param local monotonic milliseconds with any starting point */
export function createServerClock(local: () => number): ServerClock {
  let offset: number | undefined
  return {
    heard(atMs) {
      offset = atMs - local()
    },
    now: () => (offset === undefined ? undefined : local() + offset),
  }
}
