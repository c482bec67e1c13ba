/** A daemon that has not beaten for this long, six beats, counts as dead. */
const SILENT_MS = 30_000
/** Looks further apart than this, three beats, have a pause of the store or of this daemon between them. */
const PAUSE_MS = 15_000

/** What the store says of a daemon: its id and the time of its last beat. */
export interface Beat {
  readonly id: string
  readonly beatMs: string
}

export interface SilenceWatch {
  /** @returns the daemons that have been silent for too long */
  look(beats: readonly Beat[]): readonly Beat[]
  /** The store did not answer: what was measured so far says nothing about the others. */
  startOver(): void
}

/**
 * Measures how long other daemons have been silent, by this daemon's own looks at their beats. Only time in which the
 * store answered counts: while it is away nobody can beat, and the first daemon back must not take the others for dead.
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
