import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createLink, type Link } from './link.ts'
import { type Began, type Begin, workerWords } from './words.ts'

/** How a worker process ended. */
export interface WorkerEnd {
  /** null after a signal. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A worker process, as seen by the supervisor. */
export interface WorkerProcess {
  readonly pid: number | undefined
  readonly link: Link
  /** Makes the worker serve. Rejects if it fails before it listens. */
  begin(begin: Begin): Promise<Began>
  /** Resolves when the process has ended and all its messages have been handled. */
  readonly ended: Promise<WorkerEnd>
  kill(): void
}

/** Starts a process that loads the worker's program and waits for the message to begin. */
export function startWorker(entry: URL): WorkerProcess {
  const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const link = createLink(child)
  const isClosed = new Promise<void>((resolve) => link.onClosed(resolve))
  const exited = once(child, 'exit').then(([code, signal]): WorkerEnd => ({ code, signal }))
  return {
    pid: child.pid,
    link,
    begin: (begin) => link.ask<Began>(workerWords.begin, begin),
    ended: Promise.all([exited, isClosed]).then(([end]) => end),
    kill: () => void child.kill('SIGKILL'),
  }
}
