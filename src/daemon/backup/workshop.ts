import { mkdtempSync, rmSync } from 'node:fs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Gives `work` its own directory, mode 0700, and removes it afterwards, even if the run is interrupted, because it
 * contains a copy of everything.
 *
 * @param prefix path without the letters that make the name unique
 */
export async function inWorkshop<T>(prefix: string, work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(prefix)
  const clear = (): void => rmSync(directory, { recursive: true, force: true })
  const interrupt = (signal: NodeJS.Signals): void => {
    clear()
    for (const each of signals) process.off(each, interrupt)
    // End as if nobody had listened, so that the parent process sees which signal it was.
    process.kill(process.pid, signal)
  }
  for (const each of signals) process.on(each, interrupt)
  try {
    return await work(directory)
  } finally {
    for (const each of signals) process.off(each, interrupt)
    clear()
  }
}
