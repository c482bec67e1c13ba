import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { onRequestHookHandler } from 'fastify'
import { answerOn } from './answering.ts'

/** How many requests of one connection run at a time, besides the one whose turn it is to be answered. */
export const AHEAD_MAX = 32

/** What runs or waits on a connection behind the request whose turn it is. */
interface Ahead {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Holds back all but the first requests that a client sends without waiting for the answers (RFC 9112, 9.3.2). Node hands
 * over each of them as soon as it has come, so one connection could open thousands of connections to a provider at once,
 * more than the provider lets in. While some wait, nothing more is read. If the client leaves, those that wait never run.
 */
export function limitPipelined(): onRequestHookHandler {
  const connections = new WeakMap<Socket, Ahead>()
  return ({ raw: { socket } }, { raw: response }, done) => {
    if ((answerOn(socket) ?? response) === response) return done()
    const ahead = connections.get(socket) ?? { running: 0, waiting: [] }
    connections.set(socket, ahead)
    if (ahead.running < AHEAD_MAX) return run(ahead, { socket, response, done })
    ahead.waiting.push(() => run(ahead, { socket, response, done }))
    // Later: Node resumes reading at the end of each request that it finds in what it has just read.
    queueMicrotask(() => {
      if (ahead.waiting.length > 0) socket.pause()
    })
  }
}

interface Held {
  readonly socket: Socket
  readonly response: ServerResponse
  readonly done: () => void
}

function run(ahead: Ahead, { socket, response, done }: Held): void {
  ahead.running += 1
  response.once('close', () => {
    ahead.running -= 1
    if (socket.destroyed) return
    ahead.waiting.shift()?.()
    if (ahead.waiting.length === 0 && socket.isPaused()) socket.resume()
  })
  done()
}
