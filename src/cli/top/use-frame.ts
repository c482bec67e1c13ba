import { useCallback, useEffect, useRef, useState } from 'react'
import { frozen, type TopFrame, type TopWatch } from './top-watch.ts'
import type { Dimension } from './traffic.ts'

/** How often the figures change; nobody reads faster. */
const everyMs = 1000

/**
 * Returns the frame to draw: a new one every second and on `refresh`, the same one while paused. Events are still
 * counted during a pause.
 */
export function useFrame(
  watch: TopWatch,
  dimensions: readonly Dimension[],
  isPaused: boolean,
): { readonly frame: TopFrame; refresh(): void } {
  const [, redraw] = useState(0)
  const held = useRef<TopFrame>(undefined)
  const refresh = useCallback(() => redraw((before) => before + 1), [])
  useEffect(() => {
    const timer = setInterval(refresh, everyMs)
    return () => clearInterval(timer)
  }, [refresh])
  if (!isPaused) held.current = undefined
  else held.current ??= frozen(watch.frame(), dimensions)
  const now = watch.frame()
  // The state of the feed is always current, even if the figures are not.
  return { frame: held.current === undefined ? now : { ...held.current, state: now.state }, refresh }
}
