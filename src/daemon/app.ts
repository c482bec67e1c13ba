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

/** Only the management API has schemas, and it brings its own compilers. */
const noCompiler = (): never => {
  throw new Error('A route outside the management API has a schema')
}

/**
 * Builds the HTTP application: relay, management API and console in one server that is not listening yet.
 *
 * @param consoleDirectory directory of the built console; default: the one in the package
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
    // By default Fastify loads its own compilers at every start, and nothing here uses them.
    schemaController: {
      compilersFactory: { buildValidator: () => noCompiler, buildSerializer: () => noCompiler },
    },
    rewriteUrl: ({ url = '/' }) => throughDoor(url),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 500 },
    http: {
      ...headPace,
      maxHeaderSize: 16_384,
      // Any other upgrade request is answered as a plain HTTP request (RFC 9110, 7.8): Java's client offers h2c with
      // each request, and a WebSocket that no route accepts would stay open forever.
      shouldUpgradeCallback: opensWebSocket,
    },
    // A last resort: bodies have their own time limits, both while they are read and while they are discarded.
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
  // Only the routes that accept a body parse one.
  app.removeAllContentTypeParsers()
  app.addHook('onSend', async (request, reply) => {
    // Fastify closes the connection with the response, so a client that is still sending would never read the response.
    if (dropRest(request.raw)) reply.removeHeader('connection')
    // A connection that was meant to become a WebSocket carries no further requests.
    if (isForWebSocket(request.raw) && !opensWebSocket(request.raw)) reply.header('connection', 'close')
  })
  if (services.config.hstsSeconds > 0) promiseHttps(app, services.config)
  const console = await serveConsole(app, {
    options: services.options,
    ...(consoleDirectory !== undefined && { directory: consoleDirectory }),
  })
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, { ...unknown, console }))
  // The routes of the APIs have their own error handlers. No route accepts the method QUERY, but Fastify itself rejects
  // it if the content type is missing.
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

/** Reports whether a request becomes a WebSocket. Its URL may have been rewritten already. */
const opensWebSocket = (request: IncomingMessage): boolean =>
  request.method === 'GET' && isForWebSocket(request) && takesWebSockets(throughDoor(request.url ?? ''))

/**
 * Tells browsers that connected over HTTPS to keep using it. Responses over HTTP do not carry the header, because a man
 * in the middle could have added it (RFC 6797, 7.2).
 */
function promiseHttps(app: FastifyInstance, { hstsSeconds, trustProxy }: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isSecureRequest(request, trustProxy))
      reply.header('strict-transport-security', `max-age=${hstsSeconds}`)
  })
}

/**
 * Authenticates a playground request. The playground is for people in the console, so it requires a session with its
 * header and never an access token. Because it spends money, a session that still has to set up a second factor may not
 * use it.
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
