import type { WebSocket as ClientSocket } from 'ws'
import type { AppError } from '../../errors/app-error.ts'
import { catalogue } from '../../errors/catalogue.ts'
import { renderRealtimeError } from '../../protocols/openai/realtime.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { RefuseDeps } from '../inbound/refuse.ts'
import { describeError } from '../inbound/render-error.ts'

/** A client that does not answer the close within this time is cut off. */
const CLOSE_TIMEOUT_MS = 5_000

/** Sends an error as an event of the session and ends the session. A client that has left is told nothing. */
export function refuseSocket(
  socket: ClientSocket,
  inbound: InboundRequest,
  error: AppError,
  deps: RefuseDeps,
): void {
  if (socket.readyState !== socket.OPEN) return
  deps.noteRefusal(inbound, error)
  socket.send(renderRealtimeError(describeError(error, inbound.requestId, inbound.headers)))
  closeClient(socket, closeCodeOf(error), error.code)
}

/** @param code of RFC 6455, 7.4 */
export function closeClient(socket: ClientSocket, code: number, reason?: string): void {
  // Frames that still come must be read for the close to be answered; nobody listens to them.
  socket.removeAllListeners('message')
  socket.resume()
  socket.close(code, reason)
  const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** RFC 6455, 7.4.1: 1001 the daemon goes away, 1011 the gateway or an upstream failed, 1008 the client may not. */
function closeCodeOf(error: AppError): number {
  if (error.code === 'shutting_down') return 1001
  const { kind } = catalogue[error.code]
  return kind === 'upstream' || kind === 'internal' ? 1011 : 1008
}
