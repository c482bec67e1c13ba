import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/** Node keeps the answer that it is sending in this private field. No public one says which it is. */
type Answering = Socket & { readonly _httpMessage?: ServerResponse | null }

/** The answer whose turn it is on the connection, whether or not it has begun; undefined when all are sent. */
export const answerOn = (socket: Answering): ServerResponse | undefined => socket._httpMessage ?? undefined

/**
 * Whether earlier requests on the same connection are still being answered (RFC 9112, 9.3.2). If so, the client may not be
 * to blame for a slow request: Node stops reading from a connection while answers wait for the client.
 */
export function isBehindOthers(request: Readable): boolean {
  if (!(request instanceof IncomingMessage)) return false
  const answer = answerOn(request.socket)
  return answer !== undefined && answer.req !== request
}
