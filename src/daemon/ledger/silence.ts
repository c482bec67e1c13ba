/** A daemon without a heartbeat for this long (six intervals) counts as dead. */
const SILENT_MS = 30_000
/** If two looks are further apart than this (three intervals), the database or this daemon has paused in between. */
const PAUSE_MS = 15_000

/** The id of a daemon and the time of its last heartbeat, as stored. */
export interface Beat {
  readonly id: string
  readonly beatMs: string
}

export interface SilenceWatch {
  /** @returns the last heartbeats of daemons that have been silent for too long */
  look(beats: readonly Beat[]): readonly Beat[]
  /** Discards all measurements because the database did not answer, so other daemons could not send heartbeats either. */
  startOver(): void
}

/**
 * Measures how long other daemons have been silent, by this daemon's own observations of their heartbeats. Only time in which
 * the database answered counts. While it is away nobody can send heartbeats, and the first daemon that reconnects must not
 * take the others for dead.
 *
 * @param elapsedMs a monotonic clock; only differences count
 */
export function createSilenceWatch(elapsedMs: () => number): SilenceWatch {
  let silences = new Map<string, { readonly beatMs: string; readonly silentMs: number }>()
  let lastLookMs = Number.NEGATIVE_INFINITY
  return {
    look(beats) {
      const nowMs = elapsedMs()
      const step = nowMs - lastLookMs
      lastLookMs = nowMs
      const before = step > PAUSE_MS ? new Map<string, never>() : silences
      silences = new Map(
        beats.map(({ id, beatMs }) => {
          const known = before.get(id)
          return [id, { beatMs, silentMs: known?.beatMs === beatMs ? known.silentMs + step : 0 }]
        }),
      )
      return beats.filter(({ id }) => (silences.get(id)?.silentMs ?? 0) >= SILENT_MS)
    },
    startOver() {
      lastLookMs = Number.NEGATIVE_INFINITY
    },
  }
}
