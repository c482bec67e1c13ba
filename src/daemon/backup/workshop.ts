import { existsSync, mkdtempSync, rmSync } from 'node:fs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Each attempt deletes files until it meets one that is already gone. */
const TRIES_MAX = 1_000

/**
 * Gives `work` its own directory, mode 0700. It is removed afterwards, even if the run is interrupted, because it
 * contains a copy of everything.
 *
 * @param prefix path without the letters that make the name unique
 */
export async function inWorkshop<T>(prefix: string, work: (directory: string) => Promise<T>): Promise<T> {
  let directory: string | undefined
  // Other threads may still create and delete files in the directory. When a file is already gone, `rmSync` in Node 26
  // stops without an error and leaves the rest, so this is checked and repeated.
  const clear = (): void => {
    if (directory === undefined) return
    for (let tries = 0; existsSync(directory) && tries < TRIES_MAX; tries += 1)
      rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 })
  }
  const interrupt = (signal: NodeJS.Signals): void => {
    clear()
    for (const each of signals) process.off(each, interrupt)
    // Ends like a process without a listener, so that the parent process sees which signal it was.
    process.kill(process.pid, signal)
  }
  for (const each of signals) process.on(each, interrupt)
  try {
    directory = mkdtempSync(prefix)
    return await work(directory)
  } finally {
    for (const each of signals) process.off(each, interrupt)
    clear()
  }
}
