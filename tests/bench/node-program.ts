import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface NodeProgram {
  /** The first line it printed. */
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a program of this folder on the current runtime; it prints its URL, and exits when its input is closed. */
export const startProgram = async (name: string, ...args: string[]): Promise<NodeProgram> => {
  const path = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let isStopping = false
  void ended.then(([code, signal]) => {
    if (!isStopping) process.stderr.write(`${name} ended by itself: ${signal ?? `exit code ${code}`}\n`)
  })
  const [url] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
    ended.then(() => Promise.reject(new Error(`${name} did not start`))),
  ])
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      isStopping = true
      child.stdin.end()
      await ended
    },
  }
}
