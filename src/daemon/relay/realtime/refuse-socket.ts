import type { WebSocket as ClientSocket } from 'ws'
import type { AppError } from '../../errors/app-error.ts'
import { catalogue } from '../../errors/catalogue.ts'
import { renderRealtimeError } from '../../protocols/openai/realtime.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { RefuseDeps } from '../inbound/refuse.ts'
import { describeError } from '../inbound/render-error.ts'
import { closeSocket } from '../inbound/socket-life.ts'

/** Sends an error as an event of the session and ends the session. Does nothing if the client has left. */
export function refuseSocket(
  socket: ClientSocket,
  inbound: InboundRequest,
  error: AppError,
  deps: RefuseDeps,
): void {
  if (socket.readyState !== socket.OPEN) return
  deps.noteRefusal(inbound, error)
  socket.send(renderRealtimeError(describeError(error, inbound.requestId, inbound.headers)))
  closeSocket(socket, closeCodeOf(error), error.code)
}

/**
 * Returns a code of RFC 6455, 7.4.1: 1001 the daemon stops, 1011 the gateway or an upstream failed, 1008 not allowed.
 */
function closeCodeOf(error: AppError): number {
  if (error.code === 'shutting_down') return 1001
  const { kind } = catalogue[error.code]
  return kind === 'upstream' || kind === 'internal' ? 1011 : 1008
}
