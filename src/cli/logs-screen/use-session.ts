import { useEffect, useState } from 'react'
import type { LogSession } from './log-session.ts'

/** Redraws when rows arrive or the state of the feed changes, and closes the screen when the feed fails for good. */
export function useSession(
  session: LogSession,
  problem: () => { readonly error: unknown } | undefined,
  fail: (error: unknown) => void,
): void {
  const [, redraw] = useState(0)
  useEffect(() => {
    const hear = (): void => {
      const found = problem()
      if (found === undefined) redraw((before) => before + 1)
      else fail(found.error)
    }
    // Catches up with what happened before this screen opened.
    hear()
    return session.subscribe(hear)
  }, [session, problem, fail])
}
