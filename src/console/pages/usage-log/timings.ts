import type { Tone } from '../../components/ui/badge.tsx'

/** Returns the color of a call's duration: under 101 s green, under 300 orange, else red. */
export const latencyTone = (seconds: number): Tone =>
  seconds < 101 ? 'ok' : seconds < 300 ? 'orange' : 'bad'

/** Returns the color of the time to the first token: under 3 s green, under 10 orange, else red. */
export const firstTokenTone = (seconds: number): Tone =>
  seconds < 3 ? 'ok' : seconds < 10 ? 'orange' : 'bad'

/**
 * Shortens seconds to `0.004`, `0.9`, `21`, `300`, with decimals while they matter. Truncated, so that the text never
 * belongs to the next color.
 */
export const shortSeconds = (seconds: number): number =>
  seconds < 0.1
    ? Math.floor(seconds * 1000 + 1e-9) / 1000
    : seconds < 10
      ? Math.floor(seconds * 10 + 1e-9) / 10
      : Math.floor(seconds)
