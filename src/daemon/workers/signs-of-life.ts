import type { Link } from './link.ts'
import { workerWords } from './words.ts'

const ASK_MS = 5_000
/** A worker that does not answer for this many turns, a minute, is frozen. A busy one answers within seconds. */
const SILENT_TURNS_MAX = 12

/**
 * Asks a worker for a sign of life every few seconds. Silence is counted in turns of this process and not by the clock,
 * so that the worker has a whole minute after the machine was suspended. A worker with a debugger may be paused on
 * purpose, so it is never frozen.
 *
 * @param onFrozen called once, when the worker has not answered for a minute
 * @returns a function that stops asking
 */
export function watchForLife(link: Pick<Link, 'ask'>, onFrozen: () => void): () => void {
  let isWaiting = false
  let silentTurns = 0
  let isDebugged = false
  const timer = setInterval(() => {
    if (!isWaiting) {
      isWaiting = true
      silentTurns = 0
      const heard = (answer: unknown) => {
        isWaiting = false
        isDebugged = answer === true
      }
      link.ask(workerWords.alive, null).then(heard, () => clearInterval(timer))
      return
    }
    silentTurns += 1
    if (silentTurns < SILENT_TURNS_MAX || isDebugged) return
    clearInterval(timer)
    onFrozen()
  }, ASK_MS).unref()
  return () => clearInterval(timer)
}
