import { useState } from 'react'

/**
 * Returns true from the first time that `isTrue` is: what was opened once stays mounted, so that it can close with an
 * animation.
 */
export function useWasTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return wasTrue
}
