import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/** Only Node's own name tells which of several answers has the connection, and only until that one is sent whole. */
type Answering = Socket & { readonly _httpMessage?: ServerResponse | null }

/** The answer that has the connection at the moment, begun or not. */
export const answerOn = (socket: Answering): ServerResponse | undefined => socket._httpMessage ?? undefined

/**
 * Whether earlier requests on the same connection are still being answered (RFC 9112, 9.3.2). What is late then may be late
 * because Node reads nothing while their answers wait for the client to take them.
 */
export function isBehindOthers(request: Readable): boolean {
  if (!(request instanceof IncomingMessage)) return false
  const answer = answerOn(request.socket)
  return answer !== undefined && answer.req !== request
}
