import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/** Node keeps the response that it is sending in this private field. There is no public equivalent. */
type Answering = Socket & { readonly _httpMessage?: ServerResponse | null }

/**
 * Returns the response that is next on the connection, whether or not it has begun; undefined if all have been sent.
 */
export const answerOn = (socket: Answering): ServerResponse | undefined => socket._httpMessage ?? undefined

/**
 * Reports whether earlier requests on the same connection are still being answered (RFC 9112, 9.3.2). If so, a slow
 * request may not be the client's fault: Node stops reading from a connection while responses wait for the client.
 */
export function isBehindOthers(request: Readable): boolean {
  if (!(request instanceof IncomingMessage)) return false
  const answer = answerOn(request.socket)
  return answer !== undefined && answer.req !== request
}
