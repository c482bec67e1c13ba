import { Roster } from '../../roster.ts'

/** A wait with a deadline, in the milliseconds of `performance.now()`. */
interface Wait {
  readonly untilMs: number
  readonly giveUp: () => void
}

const waits = new Roster<Wait>()
const CHECK_MS = 100
let timer: NodeJS.Timeout | undefined

/**
 * Whether a promise is fulfilled in time, give or take a tenth of a second. It continues in any case; its owner handles
 * what happens later. All waits share one timer, because every charge is waited for, and a timer for each would cost
 * more than the wait.
 */
export function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const place = waits.add({ untilMs: performance.now() + ms, giveUp: () => resolve(false) })
    timer ??= setInterval(giveUp, CHECK_MS)
    promise.then(
      () => {
        waits.remove(place)
        resolve(true)
      },
      () => {
        waits.remove(place)
        resolve(false)
      },
    )
  })
}

function giveUp(): void {
  const nowMs = performance.now()
  for (const wait of waits) if (wait.untilMs <= nowMs) wait.giveUp()
  if (waits.size > 0) return
  clearInterval(timer)
  timer = undefined
}
