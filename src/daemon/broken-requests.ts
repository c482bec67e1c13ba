import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from './errors/app-error.ts'
import { answerOn } from './http/answering.ts'
import { renderError } from './relay/inbound/render-error.ts'
import { newRequestId } from './relay/inbound/request-id.ts'

/** How long the head of a request may take, and how often that is looked at: both in ms, by Node's names. */
export interface HeadPace {
  readonly headersTimeout: number
  readonly connectionsCheckingInterval: number
}

/**
 * Answers what Node cannot read as a request, or what comes too slowly, and closes the connection. What is being answered
 * on the same connection goes on: with requests sent one behind the other (RFC 9112, 9.3.2), the head of the next one may
 * lie there half read because we hold the connection back until the client has taken what it was sent.
 *
 * @returns Fastify's `clientErrorHandler`, and what it needs to know of the server
 */
export function answerBrokenRequests({ headersTimeout, connectionsCheckingInterval }: HeadPace) {
  const waiting = new Map<Socket, NodeJS.Timeout>()
  const stopWaiting = (socket: Socket): void => {
    clearInterval(waiting.get(socket))
    waiting.delete(socket)
  }
  /** Node reports a slow head once only. From then on it is looked at here. */
  const waitForAnswers = (socket: Socket): void => {
    let idleMs = 0
    const look = (): void => {
      idleMs = answerOn(socket) === undefined ? idleMs + connectionsCheckingInterval : 0
      if (idleMs >= headersTimeout) refuse(socket, 'head_too_slow')
    }
    waiting.set(socket, setInterval(look, connectionsCheckingInterval).unref())
    socket.once('close', () => stopWaiting(socket))
  }
  return {
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && answerOn(socket)?.req.complete) waitForAnswers(socket)
      else if (error.code !== 'ECONNRESET') refuse(socket, codeOf(error))
    },
    /** A connection that had to wait is one like all others as soon as its request has come. */
    watch(server: Server): void {
      server.on('request', ({ socket }) => {
        if (waiting.size > 0) stopWaiting(socket)
      })
      server.on('upgrade', ({ socket }) => stopWaiting(socket))
    },
  }
}

const codeOf = ({ code }: NodeJS.ErrnoException) => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'head_too_slow'
  return code === 'HPE_HEADER_OVERFLOW' ? 'head_too_large' : 'not_http'
}

/** Nothing is written into an answer that has begun: it would look like a part of it. */
function refuse(socket: Socket, code: ReturnType<typeof codeOf>): void {
  if (socket.writable && !answerOn(socket)?.headersSent) {
    const { status, headers, body } = renderError(new AppError(code), newRequestId(), {})
    const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  }
  socket.destroy()
}
