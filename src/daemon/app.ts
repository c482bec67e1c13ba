import type { IncomingMessage } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
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
import { authenticate } from './http/authenticate.ts'
import { isSecureRequest, reachedAddress } from './http/client-address.ts'
import { serveConsole } from './http/console.ts'
import { sendEnvelope } from './http/errors.ts'
import { Identities } from './http/identities.ts'
import { limitConnections } from './http/limit-connections.ts'
import { limitPipelined } from './http/pipelined-requests.ts'
import { dropRest, longestArrivalMs } from './http/read-body.ts'
import { checkSecondFactor } from './http/second-factor-demand.ts'
import { ServedAddresses } from './http/served-addresses.ts'
import { throughDoor } from './relay/doors.ts'
import { newRequestId } from './relay/inbound/request-id.ts'
import { isForWebSocket, takesWebSockets } from './relay/inbound/socket-address.ts'
import { type RelayRouteDeps, relayRoutes } from './relay/relay-routes.ts'
import type { Services } from './services.ts'
import type { TaskRouteDeps } from './tasks/run-submission.ts'
import { openTaskRoutes, taskRoutes } from './tasks/task-routes.ts'
import { answerUnknown } from './unknown-addresses.ts'

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
  const addresses = new ServedAddresses(throughDoor)
  const unknown = { addresses, trustProxy: services.config.trustProxy }
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
    frameworkErrors: (_error, request, reply) => void answerUnknown(request, reply, unknown),
  })
  app.addHook('onRoute', (route) => addresses.add(route))
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
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, { ...unknown, console }))
  // The routes of the APIs have error handlers of their own. No route takes the method QUERY, but Fastify itself refuses it if
  // the content type is missing.
  app.setErrorHandler((error, request, reply) =>
    request.method === 'QUERY' ? answerUnknown(request, reply, unknown) : sendEnvelope(error, request, reply),
  )
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
      originOf: (request) => reachedAddress(request, config.trustProxy),
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
