import { mkdtempSync, rmSync } from 'node:fs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Gives `work` its own directory, mode 0700, and removes it afterwards, even if the run is interrupted, because it
 * contains a copy of everything.
 *
 * @param prefix path without the letters that make the name unique
 */
export async function inWorkshop<T>(prefix: string, work: (directory: string) => Promise<T>): Promise<T> {
  let directory: string | undefined
  // A file may still be created in the directory while we delete it.
  const clear = (): void => {
    if (directory !== undefined)
      rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 })
  }
  const interrupt = (signal: NodeJS.Signals): void => {
    clear()
    for (const each of signals) process.off(each, interrupt)
    // End as if nobody had listened, so that the parent process sees which signal it was.
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
