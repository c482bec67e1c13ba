/** Wall clock in unix milliseconds; handed in, so that tests can move it. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Whole unix seconds, the unit of the API's times. */
export const unixSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
