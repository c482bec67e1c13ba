import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
/** The longest time that a timer takes; a longer one would end at once. */
const TIMER_MS_MAX = 2 ** 31 - 1

/**
 * The moment up to which figures are shown. It is now whenever something else is looked at, and again every so many
 * minutes while the page can be seen.
 *
 * @param looksAt what is looked at
 * @param minutes undefined = not known yet
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
