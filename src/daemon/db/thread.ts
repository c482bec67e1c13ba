import { Worker } from 'node:worker_threads'
import { Roster } from '../roster.ts'
import { type Failure, StorageUnavailableError, toError } from './failure.ts'

/**
 * A thread's answer to the request numbered `call`. `fatal`: the thread will not write again; the process has to exit
 * and recover from disk.
 */
export type Reply =
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly failure: Failure; readonly fatal: boolean }

interface Pending {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** A worker thread that answers numbered requests. */
export interface Thread {
  /** The number of requests that have not been answered yet. */
  readonly pending: number
  /** Sends a request and waits for its reply. @throws the thread's error, or StorageUnavailableError `THREAD_GONE` */
  call<Result>(makeRequest: (call: number) => unknown): Promise<Result>
  /** Sends a request that has no reply. */
  tell(request: unknown): void
  stop(): Promise<void>
}

/**
 * Starts a thread.
 * @param entry path of the thread's file relative to `from`, without extension: sources run as `.ts`, builds as `.js`
 * @param name the thread's name in the operating system, for instance in `top -H`; up to 15 characters
 * @param onFatal called if the thread died or reported that it will not write again
 */
export function startThread(
  from: string,
  { entry, name }: { readonly entry: string; readonly name: string },
  workerData: unknown,
  onFatal: (error: Error) => void,
): Thread {
  const extension = from.endsWith('.ts') ? '.ts' : '.js'
  const worker = new Worker(new URL(entry + extension, from), { name, workerData, execArgv: [] })
  const pending = new Roster<Pending>()
  let gone: Error | undefined
  let isStopping = false

  worker.on('message', (reply: Reply) => {
    const waiting = pending.remove(reply.call)
    if ('result' in reply) return waiting?.resolve(reply.result)
    const error = toError(reply.failure)
    waiting?.reject(error)
    if (reply.fatal) onFatal(error)
  })

  const lose = (message: string, cause?: unknown) => {
    if (gone) return
    gone = isStopping
      ? new StorageUnavailableError('STORE_CLOSED', 'The store is closed')
      : new StorageUnavailableError('THREAD_GONE', message, { cause })
    const waiting = [...pending]
    for (let place = 0; pending.size > 0; place += 1) pending.remove(place)
    for (const each of waiting) each.reject(gone)
    if (!isStopping) onFatal(gone)
  }
  worker.on('error', (error) => lose('The database thread failed', error))
  worker.on('messageerror', (error) => lose('An answer of the database thread could not be read', error))
  worker.on('exit', (code) => lose(`The database thread ended with code ${code}`))

  return {
    get pending() {
      return pending.size
    },
    call<Result>(makeRequest: (call: number) => unknown) {
      return new Promise<Result>((resolve, reject) => {
        if (gone) return reject(gone)
        const call = pending.add({ resolve: (result) => resolve(result as Result), reject })
        try {
          worker.postMessage(makeRequest(call))
        } catch (error) {
          // The value cannot be cloned.
          pending.remove(call)
          reject(error)
        }
      })
    },
    tell(request) {
      if (!gone) worker.postMessage(request)
    },
    async stop() {
      isStopping = true
      await worker.terminate()
    },
  }
}
