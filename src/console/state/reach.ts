import { useEffect, useState } from 'react'

/** How often the server is asked for while it cannot be reached. */
const AGAIN_MS = 3_000

/** @returns whether the server answers at all, whatever it says */
async function isReached(): Promise<boolean> {
  try {
    await fetch('/api/status', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/**
 * Whether the server can be reached, asked again until it can. Undefined until the first answer.
 *
 * @param onBack called when it can be reached after it could not
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
