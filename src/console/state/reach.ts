import { useEffect, useState } from 'react'

/** Interval between checks while the server cannot be reached. */
const AGAIN_MS = 3_000

/** @returns whether the server responds at all, whatever the response */
async function isReached(): Promise<boolean> {
  try {
    await fetch('/api/status', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/**
 * Returns whether the server can be reached; checks again until it can. Undefined until the first result.
 *
 * @param onBack called when the server can be reached again
 */
export function useReach(onBack: () => void): boolean | undefined {
  const [isThere, setThere] = useState<boolean>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new listener does not start the asking over.
  useEffect(() => {
    let isOver = false
    let wasAway = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      clearTimeout(timer)
      const is = await isReached()
      if (isOver) return
      setThere(is)
      if (is && wasAway) onBack()
      wasAway ||= !is
      if (!is) timer = setTimeout(() => void ask(), AGAIN_MS)
    }
    const askNow = () => void ask()
    askNow()
    window.addEventListener('online', askNow)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('online', askNow)
    }
  }, [])
  return isThere
}
