import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openaiResponses } from '../protocols/responses/index.ts'
import { knock } from './admit/admit.ts'
import { identify, readKeyFor } from './admit/identify.ts'
import { type AnswerCreateDeps, answerCreate } from './answer-create.ts'
import { dialectOf } from './doors.ts'
import { type EntranceDeps, openToPages, readQuery, refuseUnready } from './entrance.ts'
import { RESPONSES_PATH } from './inbound/socket-address.ts'
import { RememberedResponses } from './response-socket/remembered-responses.ts'
import { serveResponseSocket } from './response-socket/response-socket.ts'

export interface ResponseSocketRouteDeps extends AnswerCreateDeps, EntranceDeps {
  readonly onDrain: (stop: () => void) => () => void
}

/**
 * Registers responses over a WebSocket. A client that may not connect is refused before the upgrade, with status and
 * body as over HTTP.
 *
 * @param app has the WebSocket plugin
 */
export function responseSocketRoutes(app: FastifyInstance, deps: ResponseSocketRouteDeps): void {
  const remembered = new RememberedResponses()
  app.route({
    method: 'GET',
    url: RESPONSES_PATH,
    onRequest: async (request) => {
      if (!request.ws) return
      refuseUnready(request, deps)
      request.identity = await identify(keyOf(request), deps.callers)
      knock(request.identity, { headers: request.headers, address: deps.addressOf(request) }, deps)
    },
    // Responses cannot be listed.
    handler: (request, reply) => {
      openToPages(request, reply)
      reply.callNotFound()
    },
    wsHandler: (socket, request) => {
      const head = {
        headers: ofRequests(request.headers),
        query: readQuery(request),
        dialect: dialectOf(request.originalUrl, request.headers, 'responses'),
        address: deps.addressOf(request),
      }
      const key = keyOf(request)
      serveResponseSocket(socket, request.raw.socket, head, {
        ...deps,
        remembered,
        answer: (create) => answerCreate(key, create, deps),
      })
    },
  })
}

const keyOf = (request: FastifyRequest): string =>
  readKeyFor(openaiResponses, request.headers, readQuery(request))

/** Headers that only apply to the handshake. An Idempotency-Key would be the same for every request that follows. */
const OF_HANDSHAKE = /^(connection|upgrade|sec-websocket-.*|content-.*|idempotency-key)$/

/** @returns the headers of each request on a connection */
function ofRequests(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const entries = Object.entries(headers).filter(([name]) => !OF_HANDSHAKE.test(name))
  const { 'openai-beta': beta, ...rest } = Object.fromEntries(entries) as IncomingHttpHeaders
  // Vendors are called over HTTP.
  const left = String(beta ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('responses_websockets='))
  return left.length === 0 ? rest : { ...rest, 'openai-beta': left.join(',') }
}
