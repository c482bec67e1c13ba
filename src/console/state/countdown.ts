import { useEffect, useState } from 'react'

/** Whole seconds that are left, 0 when over; for buttons that may be pressed again only after a while. */
export function useCountdown(seconds: number): readonly [left: number, start: () => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, () => setLeft(seconds)]
}
