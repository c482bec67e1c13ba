import type { LiveEvent } from '../client/live-feed.ts'
import type { ChannelState } from './channel-state.ts'
import type { Sums } from './series.ts'
import { createServerClock } from './server-clock.ts'
import { collectRows, type TopRow } from './top-rows.ts'
import { createTraffic, type Dimension } from './traffic.ts'

/** `connecting` until the first event; `lost` while the feed reconnects. */
export type FeedState = 'connecting' | 'live' | 'lost'

/** Everything the screen shows at one moment. It does not change while the feed continues. */
export interface TopFrame {
  readonly state: FeedState
  /** Server time of the figures in unix milliseconds; undefined before the first event. */
  readonly atMs: number | undefined
  readonly totals: Sums
  /** Calls in each of the last 60 whole seconds, oldest first. */
  readonly callsBySecond: readonly number[]
  /** Requests that currently hold quota; administrators only. */
  readonly openHolds: number | undefined
  readonly commitP99Ms: number | undefined
  rows(by: Dimension): readonly TopRow[]
}

/** The state behind the screen, as reported by the feed and independent of the terminal. */
export interface TopWatch {
  readonly state: FeedState
  hear(event: LiveEvent): void
  heardState(state: 'live' | 'lost' | 'dropped'): void
  setChannels(channels: readonly ChannelState[]): void
  /** Returns the current frame. While the feed is lost, it stays at the last known moment and says so. */
  frame(): TopFrame
}

/** Creates a watch. @param local milliseconds of a monotonic clock */
export function createTopWatch(local: () => number): TopWatch {
  const traffic = createTraffic()
  const clock = createServerClock(local)
  let state: FeedState = 'connecting'
  let channels: readonly ChannelState[] = []
  let openHolds: number | undefined
  let commitP99Ms: number | undefined
  /** While the feed is lost: server time of the last known moment. */
  let stopped: { readonly atMs: number | undefined } | undefined

  return {
    get state() {
      return state
    },
    hear(event) {
      if (event.kind === 'log') traffic.add(event.row, clock.now())
      if (event.kind !== 'pulse') return
      clock.heard(event.atMs)
      traffic.forget(event.atMs)
      // The pulse that ends the backlog has no figures.
      openHolds = event.openHolds ?? openHolds
      commitP99Ms = event.commitP99Ms ?? commitP99Ms
      state = 'live'
      stopped = undefined
    },
    heardState(heard) {
      // The state becomes live only with the next pulse; until then the figures are still old.
      if (heard === 'live' || state === 'connecting') return
      stopped ??= { atMs: clock.now() }
      state = 'lost'
    },
    setChannels(list) {
      channels = list
    },
    frame() {
      const atMs = stopped === undefined ? clock.now() : stopped.atMs
      const nowMs = atMs ?? 0
      const made = new Map<Dimension, readonly TopRow[]>()
      const shown = channels
      const collect = (by: Dimension) => collectRows(traffic, by, shown, nowMs)
      return {
        state,
        atMs,
        totals: traffic.totals(nowMs),
        callsBySecond: traffic.callsBySecond(nowMs),
        openHolds,
        commitP99Ms,
        rows(by) {
          const rows = made.get(by) ?? collect(by)
          made.set(by, rows)
          return rows
        },
      }
    },
  }
}

/** Returns the same frame with all rows collected now, so that it can be kept while the feed continues. */
export function frozen(frame: TopFrame, shown: readonly Dimension[]): TopFrame {
  for (const by of shown) frame.rows(by)
  return frame
}
