import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createLink, type Link } from './link.ts'
import { type Began, type Begin, workerWords } from './words.ts'

/** How a worker ended. */
export interface WorkerEnd {
  /** Null after a signal. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A worker's process, from outside. */
export interface WorkerProcess {
  readonly pid: number | undefined
  readonly link: Link
  /** Has it serve. Rejects when it did not come to listen. */
  begin(begin: Begin): Promise<Began>
  /** Settles when it has ended and all that it said has been heard. */
  readonly ended: Promise<WorkerEnd>
  kill(): void
}

/** Starts a process that loads the worker's program and waits until it is told to begin. */
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
