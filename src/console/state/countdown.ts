import { useEffect, useState } from 'react'

/** Counts down whole seconds to 0, for buttons that can only be pressed again after a while. */
export function useCountdown(seconds: number): readonly [left: number, start: () => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, () => setLeft(seconds)]
}
