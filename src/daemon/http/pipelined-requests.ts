import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { onRequestHookHandler } from 'fastify'
import { answerOn } from './answering.ts'

/** Maximum number of a connection's requests that run in addition to the one being answered. */
export const AHEAD_MAX = 32

/** The requests of a connection that come after the one being answered. */
interface Ahead {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Limits how many requests of one connection run at a time. A client may send many without waiting for responses (RFC
 * 9112, 9.3.2), and Node starts each of them as soon as it arrives. Without a limit, one client could make the gateway
 * open thousands of connections to a provider at once, and the provider would reset some of them. While requests wait,
 * nothing more is read from their connection. If the client disconnects, they never run.
 */
export function limitPipelined(): onRequestHookHandler {
  const connections = new WeakMap<Socket, Ahead>()
  return ({ raw: { socket } }, { raw: response }, done) => {
    if ((answerOn(socket) ?? response) === response) return done()
    const ahead = connections.get(socket) ?? { running: 0, waiting: [] }
    connections.set(socket, ahead)
    if (ahead.running < AHEAD_MAX) return run(ahead, { socket, response, done })
    ahead.waiting.push(() => run(ahead, { socket, response, done }))
    // Deferred, because Node resumes the socket after each request that it parses.
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
