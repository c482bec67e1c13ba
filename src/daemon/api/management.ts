import { fastifyCompress } from '@fastify/compress'
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { secondFactors } from '../accounts/second-factors/factors.ts'
import { actorOf } from '../http/actor.ts'
import { addressReader } from '../http/address-reader.ts'
import { useAuth } from '../http/auth.ts'
import { useEnvelopeErrors } from '../http/errors.ts'
import { guardHeaders } from '../http/guard-headers.ts'
import { useIdempotency } from '../http/idempotency.ts'
import { Identities } from '../http/identities.ts'
import { useJsonBodies } from '../http/json-bodies.ts'
import { budgetsOf, createRequestLimits, type RequestBudgets } from '../http/request-limits.ts'
import { useContractCompilers } from '../http/schema-compilers.ts'
import { sessionProofs } from '../http/session-proofs.ts'
import type { Services } from '../services.ts'
import { accessTokenRoutes } from './access-tokens/access-tokens.routes.ts'
import type { ApiServices } from './api-services.ts'
import { auditEventRoutes } from './audit-events/audit-events.routes.ts'
import { bookRoutes } from './books/books.routes.ts'
import { channelRoutes } from './channels/channels.routes.ts'
import { dataRoutes } from './data/data.routes.ts'
import { entryRoutes } from './entries/entries.routes.ts'
import { eventRoutes } from './events/events.routes.ts'
import { giftRoutes } from './gifts/gifts.routes.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { logRoutes } from './logs/logs.routes.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { modelRoutes } from './models/models.routes.ts'
import { oauthRoutes } from './oauth/oauth.routes.ts'
import { optionRoutes } from './options/options.routes.ts'
import { ownAccountRoutes } from './own-account/own-account.routes.ts'
import { ownerRoutes } from './owners/owners.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { passwordResetRoutes } from './password-reset/password-reset.routes.ts'
import { pricingRoutes } from './pricing/pricing.routes.ts'
import { redemptionRoutes } from './redemptions/redemptions.routes.ts'
import { registrationRoutes } from './registration/registration.routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { setupRoutes } from './setup/setup.routes.ts'
import { SetupState } from './setup-state.ts'
import { statusRoutes } from './status/status.routes.ts'
import { taskRoutes } from './tasks/tasks.routes.ts'
import { terminalRoutes } from './terminal/terminal.routes.ts'
import { tokenRoutes } from './tokens/tokens.routes.ts'
import { topupRoutes } from './topups/topups.routes.ts'
import { usageRoutes } from './usage/usage.routes.ts'
import { userRoutes } from './users/users.routes.ts'

export interface ManagementOptions {
  readonly services: Services
  /** Request limits per caller; tests lower them. */
  readonly budgets?: RequestBudgets
  /** Identifies the user of a request; shared with the playground of the relay. */
  readonly identities?: Identities
}

/**
 * Compression shrinks lists and statistics to a tenth. Small responses are compressed synchronously, which costs less
 * than a stream and its buffers; larger ones in zlib's threads. Event streams are not compressed.
 */
const compression = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  syncThreshold: 16_384,
  globalDecompression: false,
} as const

/** Registers the management API: everything under `/api`, and the health routes. */
export async function managementApi(app: FastifyInstance, options: ManagementOptions): Promise<void> {
  const { services } = options
  const budgets = () => options.budgets ?? budgetsOf(services.options.current())
  const api: ApiServices = {
    ...services,
    identities: options.identities ?? new Identities(services),
    requestLimits: createRequestLimits(services.limiter, budgets),
    proofs: sessionProofs(services.knex, services.clock),
    setup: new SetupState(services.knex),
    addressOf: addressReader({ ...services, trustProxy: services.config.trustProxy }),
    authorOf: (request) => {
      const { id, username, role, accessToken, sessionHash, accessTokenId } = actorOf(request)
      return {
        id,
        username,
        role,
        ip: api.addressOf(request),
        requestId: request.id,
        via: accessToken,
        credential: { sessionHash, accessTokenId },
        atMs: services.clock.now(),
      }
    },
  }
  await app.register(fastifyCompress, { ...compression, encodings: [...compression.encodings] })
  await app.register(fastifyCookie)
  useContractCompilers(app)
  useEnvelopeErrors(app)
  useJsonBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store').headers(guardHeaders)
  })
  useAuth(app, {
    identities: api.identities,
    options: services.options,
    limits: api.requestLimits,
    proofs: api.proofs,
    hasSecondFactor: (userId) => secondFactors(services.knex, services).isSetUp(userId),
    isSetUp: () => api.setup.isDone(),
    addressOf: api.addressOf,
  })
  useIdempotency(app, services)

  setupRoutes(app, api)
  statusRoutes(app, api)
  sessionRoutes(app, api)
  secondFactorRoutes(app, api)
  registrationRoutes(app, api)
  passwordResetRoutes(app, api)
  oauthRoutes(app, api)
  passkeyRoutes(app, api)
  terminalRoutes(app, api)
  userRoutes(app, api)
  giftRoutes(app, api)
  groupRoutes(app, api)
  accessTokenRoutes(app, api)
  optionRoutes(app, api)
  auditEventRoutes(app, api)
  healthRoutes(app, api)
  bookRoutes(app, api)
  channelRoutes(app, api)
  dataRoutes(app, api)
  entryRoutes(app, api)
  eventRoutes(app, api)
  logRoutes(app, api)
  messageRoutes(app, api)
  modelRoutes(app, api)
  ownAccountRoutes(app, api)
  ownerRoutes(app, api)
  pricingRoutes(app, api)
  redemptionRoutes(app, api)
  taskRoutes(app, api)
  tokenRoutes(app, api)
  topupRoutes(app, api)
  usageRoutes(app, api)
}
