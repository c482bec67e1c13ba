import type { IncomingMessage } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { secondFactors } from './accounts/second-factors/factors.ts'
import { managementApi } from './api/management.ts'
import { batchRoutes } from './batches/batch-routes.ts'
import { BatchesStore } from './batches/batches-store.ts'
import { answerBrokenRequests } from './broken-requests.ts'
import type { Config } from './config/config.ts'
import { AppError } from './errors/app-error.ts'
import { renderEnvelope } from './errors/render-envelope.ts'
import { authenticate } from './http/authenticate.ts'
import { isSecureRequest } from './http/client-address.ts'
import { type Console, serveConsole } from './http/console.ts'
import { guardHeaders } from './http/guard-headers.ts'
import { Identities } from './http/identities.ts'
import { languageOf } from './http/language-of.ts'
import { limitConnections } from './http/limit-connections.ts'
import { limitPipelined } from './http/pipelined-requests.ts'
import { dropRest, longestArrivalMs } from './http/read-body.ts'
import { checkSecondFactor } from './http/second-factor-demand.ts'
import { throughDoor } from './relay/doors.ts'
import { renderError } from './relay/inbound/render-error.ts'
import { newRequestId } from './relay/inbound/request-id.ts'
import { isForWebSocket, takesWebSockets } from './relay/inbound/socket-address.ts'
import { type RelayRouteDeps, relayRoutes } from './relay/relay-routes.ts'
import { errorsOfUnknown, OLLAMA_PATH, requestIdHeaders } from './relay/route-errors.ts'
import type { Services } from './services.ts'
import type { TaskRouteDeps } from './tasks/run-submission.ts'
import { openTaskRoutes, taskRoutes } from './tasks/task-routes.ts'

/** The management API's addresses, which answer errors in its envelope; all others answer them as protocols do. */
const MANAGEMENT_PATH = /^\/api(\/|$)/

/** Node's default is to check only every 30 seconds. */
const headPace = { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 }

/** Only the management API has schemas, and compilers for them. */
const noCompiler = (): never => {
  throw new Error('A route outside the management API has a schema')
}

/**
 * The HTTP application: relay, management API and console in one server that does not listen yet.
 *
 * @param consoleDirectory where the built console lies; default: in the package
 */
export async function build(
  services: Services,
  relay: Omit<RelayRouteDeps, 'sessionOf'>,
  consoleDirectory?: string,
): Promise<FastifyInstance> {
  const identities = new Identities(services)
  const { bodyBytesMax, fileBytesMax } = services.config
  const { watch, clientErrorHandler } = answerBrokenRequests(headPace)
  const app = fastify({
    clientErrorHandler,
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newRequestId(),
    requestIdHeader: false,
    bodyLimit: 1_048_576,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // Fastify would load compilers of its own at every start, which nothing here uses.
    schemaController: {
      compilersFactory: { buildValidator: () => noCompiler, buildSerializer: () => noCompiler },
    },
    rewriteUrl: ({ url = '/' }) => throughDoor(url),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 500 },
    http: {
      ...headPace,
      maxHeaderSize: 16_384,
      // Everything else is answered as the HTTP request that it is as well (RFC 9110, 7.8): Java's client offers h2c with
      // each request, and a WebSocket that no route takes would stay open for ever.
      shouldUpgradeCallback: opensWebSocket,
    },
    // A last resort: bodies have time limits of their own while they are read and when they are dropped.
    requestTimeout: Math.max(300_000, 2 * longestArrivalMs(Math.max(bodyBytesMax, fileBytesMax))),
    keepAliveTimeout: 72_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: (_error, request, reply) => void answerUnknownPath(request, reply),
  })
  watch(app.server)
  limitConnections(app.server, services)
  app.addHook('onRequest', limitPipelined())
  // Only routes that take a body read one.
  app.removeAllContentTypeParsers()
  app.addHook('onSend', async (request, reply) => {
    // Fastify closes the connection with the answer, and then a client that is still sending never reads it.
    if (dropRest(request.raw)) reply.removeHeader('connection')
    // Nothing more comes over a connection that was to become a WebSocket.
    if (isForWebSocket(request.raw) && !opensWebSocket(request.raw)) reply.header('connection', 'close')
  })
  if (services.config.hstsSeconds > 0) promiseHttps(app, services.config)
  const console = await serveConsole(app, {
    options: services.options,
    ...(consoleDirectory !== undefined && { directory: consoleDirectory }),
  })
  app.setNotFoundHandler((request, reply) => answerUnknownPath(request, reply, console))
  const relayDeps: RelayRouteDeps = {
    ...relay,
    sessionOf: (request) => readSession(request, services, identities),
  }
  await app.register(relayRoutes, { deps: relayDeps })
  const { knex, secrets, config } = services
  const taskDeps: TaskRouteDeps = { ...relayDeps, knex, secrets, mediaRanges: config.mediaRanges }
  await app.register(batchRoutes, {
    deps: {
      ...relayDeps,
      batches: new BatchesStore(services),
      originOf: (request) =>
        `${isSecureRequest(request, config.trustProxy) ? 'https' : 'http'}://${request.host}`,
    },
  })
  await app.register(taskRoutes, { deps: taskDeps })
  await app.register(openTaskRoutes, { deps: taskDeps })
  await app.register(managementApi, { services, identities })
  return app
}

/** Whether a connection becomes a WebSocket. The address may be rewritten already. */
const opensWebSocket = (request: IncomingMessage): boolean =>
  request.method === 'GET' && isForWebSocket(request) && takesWebSockets(throughDoor(request.url ?? ''))

/**
 * Tells browsers that came by https to do so from now on. Answers over http say nothing: somebody in between could
 * have written it (RFC 6797, 7.2).
 */
function promiseHttps(app: FastifyInstance, { hstsSeconds, trustProxy }: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isSecureRequest(request, trustProxy))
      reply.header('strict-transport-security', `max-age=${hstsSeconds}`)
  })
}

/**
 * Unknown routes, and paths that cannot be decoded, are answered in the caller's format. For a browser, every address
 * outside the APIs is a console page.
 */
function answerUnknownPath(request: FastifyRequest, reply: FastifyReply, console?: Console): FastifyReply {
  if (console?.isPage(request)) return console.sendPage(reply)
  const path = (request.originalUrl.split('?')[0] ?? '').slice(0, 200)
  if (!MANAGEMENT_PATH.test(throughDoor(path)) || OLLAMA_PATH.test(path)) {
    const requestId = newRequestId()
    const error = new AppError('route_not_found', {
      values: { method: request.method, path },
      upstream: { type: 'invalid_request_error', code: 'route_not_found', param: null },
    })
    const shape = errorsOfUnknown(path, request.headers)
    const rendered = renderError(error, requestId, request.headers, shape)
    return reply
      .code(404)
      .headers({ ...rendered.headers, ...guardHeaders, ...requestIdHeaders(requestId, shape) })
      .send(rendered.body)
  }
  const error = new AppError('route_not_found', { values: { method: request.method, path } })
  return reply
    .code(404)
    .headers(guardHeaders)
    .send(renderEnvelope(error, languageOf(request), request.id))
}

/**
 * The playground is for people at the console: a session with its header, never an access token. It spends money, so a
 * session that still has to set up a second factor may not use it.
 */
async function readSession(
  request: FastifyRequest,
  services: Services,
  identities: Identities,
): Promise<{ readonly userId: number }> {
  if (request.headers.authorization !== undefined) throw new AppError('access_token_not_supported')
  const actor = await authenticate(request.headers, identities)
  await checkSecondFactor(actor, {
    options: services.options,
    hasSecondFactor: (userId) => secondFactors(services.knex, services).isSetUp(userId),
  })
  return { userId: actor.id }
}
