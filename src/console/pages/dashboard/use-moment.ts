import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
/** The longest delay that a timer supports; a longer one would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1

/**
 * Returns the end of the period to show: now, updated whenever something else is shown, and at an interval while the
 * page is visible.
 *
 * @param looksAt identifies what is shown
 * @param minutes the interval; undefined = not known yet
 * @returns milliseconds
 */
export function useMoment(looksAt: string, minutes: number | undefined): number {
  const [moment, setMoment] = useState(() => ({ looksAt, at: Date.now() }))
  if (moment.looksAt !== looksAt) setMoment({ looksAt, at: Date.now() })
  useEffect(() => {
    if (minutes === undefined) return
    const refresh = () => {
      if (!document.hidden) setMoment((last) => ({ ...last, at: Date.now() }))
    }
    const timer = setInterval(refresh, Math.min(minutes * MINUTE_MS, TIMER_MS_MAX))
    return () => clearInterval(timer)
  }, [minutes])
  return moment.at
}
