import type { FastifyReply } from 'fastify'
import type { Exchange } from '../../upstream/exchange.ts'
import { toReadable } from '../../upstream/to-readable.ts'
import { readHeader } from '../../upstream/upstream-body.ts'

/** Passes the content of a file on to the client as a download. @param exchange the vendor's answer, still unread */
export function sendContent(exchange: Exchange, reply: FastifyReply): FastifyReply {
  const length = readHeader(exchange, 'content-length')
  if (length !== undefined) reply.header('content-length', length)
  return reply
    .code(200)
    .type('application/octet-stream')
    .header('content-disposition', 'attachment')
    .send(toReadable(exchange))
}
