import { mkdtempSync, rmSync } from 'node:fs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Gives `work` a directory of its own, mode 0700, and removes it afterwards, also when the run is interrupted: what lies
 * in it is a copy of everything.
 *
 * @param prefix path up to the letters that make the name unique
 */
export async function inWorkshop<T>(prefix: string, work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(prefix)
  const clear = (): void => rmSync(directory, { recursive: true, force: true })
  const interrupt = (signal: NodeJS.Signals): void => {
    clear()
    for (const each of signals) process.off(each, interrupt)
    // As if nobody had listened: whoever started us sees which signal it was.
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
