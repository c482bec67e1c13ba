/** Wall clock in unix milliseconds; injected so that tests can control the time. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Returns the time in whole unix seconds, the unit of times in the API. */
export const unixSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
