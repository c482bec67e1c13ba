import { useEffect, useRef, useState } from 'react'

/** Distance from the end that still counts as being at the end. */
const NEAR_PX = 120

const distance = (): number => document.documentElement.scrollHeight - innerHeight - scrollY

/**
 * Keeps the end of the page in view while it grows, until somebody scrolls up to read.
 * @param grown changes whenever the page has grown
 * @param hasGrown false while the page is empty and has no end to follow
 */
export function useFollowEnd(
  grown: unknown,
  hasGrown: boolean,
): {
  readonly isAtEnd: boolean
  readonly goToEnd: () => void
} {
  const [isAtEnd, setAtEnd] = useState(true)
  const follows = useRef(true)
  const lastY = useRef(0)
  useEffect(() => {
    const look = () => {
      // Growing also increases the distance; only scrolling up counts as leaving the end.
      if (scrollY < lastY.current - 2) follows.current = distance() < NEAR_PX
      else if (distance() < NEAR_PX) follows.current = true
      lastY.current = scrollY
      setAtEnd(follows.current)
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has grown is what counts.
  useEffect(() => {
    if (hasGrown && follows.current) scrollTo({ top: document.documentElement.scrollHeight })
  }, [grown, hasGrown])
  return {
    isAtEnd,
    goToEnd: () => {
      follows.current = true
      setAtEnd(true)
      scrollTo({ top: document.documentElement.scrollHeight })
    },
  }
}
