import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from './errors/app-error.ts'
import { answerOn } from './http/answering.ts'
import { renderError } from './relay/inbound/render-error.ts'
import { newRequestId } from './relay/inbound/request-id.ts'

/** How long the head of a request may take, and how often Node checks, both in ms. The names are Node's. */
export interface HeadPace {
  readonly headersTimeout: number
  readonly connectionsCheckingInterval: number
}

/**
 * Answers requests that Node cannot parse or that arrive too slowly, and closes the connection. A slow head does not end
 * the answers to earlier requests: when a client sends several at once (RFC 9112, 9.3.2), Node stops reading until the client
 * has taken the answers, so we may be the reason why a head is only half read.
 *
 * @returns Fastify's `clientErrorHandler`, and `watch`, which must be called with the server
 */
export function answerBrokenRequests({ headersTimeout, connectionsCheckingInterval }: HeadPace) {
  const waiting = new Map<Socket, NodeJS.Timeout>()
  const stopWaiting = (socket: Socket): void => {
    clearInterval(waiting.get(socket))
    waiting.delete(socket)
  }
  /** Node reports a slow head only once, so from then on we check it ourselves. */
  const waitForAnswers = (socket: Socket): void => {
    let idleMs = 0
    const look = (): void => {
      if (socket.destroyed) return stopWaiting(socket)
      idleMs = answerOn(socket) === undefined ? idleMs + connectionsCheckingInterval : 0
      if (idleMs >= headersTimeout) refuse(socket, 'head_too_slow')
    }
    waiting.set(socket, setInterval(look, connectionsCheckingInterval).unref())
  }
  return {
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && answerOn(socket)?.req.complete) waitForAnswers(socket)
      else if (error.code !== 'ECONNRESET') refuse(socket, codeOf(error))
    },
    /** Ends our own check of a connection as soon as the rest of the request has arrived. */
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

/** Writes nothing if an answer has begun: the client would take it for a part of that answer. */
function refuse(socket: Socket, code: ReturnType<typeof codeOf>): void {
  if (socket.writable && !answerOn(socket)?.headersSent) {
    const { status, headers, body } = renderError(new AppError(code), newRequestId(), {})
    const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  }
  socket.destroy()
}
