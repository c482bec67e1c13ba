import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from './errors/app-error.ts'
import { answerOn } from './http/answering.ts'
import { renderError } from './relay/inbound/render-error.ts'
import { newRequestId } from './relay/inbound/request-id.ts'

/** Time limit for the head of a request and the interval at which Node checks it, both in ms. The names are Node's. */
export interface HeadPace {
  readonly headersTimeout: number
  readonly connectionsCheckingInterval: number
}

/**
 * Answers requests that Node cannot parse or that arrive too slowly, and closes the connection. A slow head does not
 * cut off the responses to earlier requests: when a client pipelines requests (RFC 9112, 9.3.2), Node stops reading
 * until the client has read the responses, so the gateway itself may be the reason why a head is only half read.
 *
 * @returns Fastify's `clientErrorHandler`, and `watch`, which must be called with the server
 */
export function answerBrokenRequests({ headersTimeout, connectionsCheckingInterval }: HeadPace) {
  const waiting = new Map<Socket, NodeJS.Timeout>()
  const stopWaiting = (socket: Socket): void => {
    clearInterval(waiting.get(socket))
    waiting.delete(socket)
  }
  /** Node reports a slow head only once, so the gateway checks the connection itself from then on. */
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
    /** Ends the gateway's own check of a connection as soon as the rest of the request has arrived. */
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

/**
 * Sends the error and closes the connection. Sends nothing if a response has already begun, because the client would
 * take the error for part of that response.
 */
function refuse(socket: Socket, code: ReturnType<typeof codeOf>): void {
  if (socket.writable && !answerOn(socket)?.headersSent) {
    const { status, headers, body } = renderError(new AppError(code), newRequestId(), {})
    const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  }
  socket.destroy()
}
