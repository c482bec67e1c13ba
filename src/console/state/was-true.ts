import { useState } from 'react'

/** True from the first time that it is: what was opened once stays mounted, so that it can close with its motion. */
export function useWasTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return wasTrue
}
