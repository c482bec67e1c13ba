import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BodyBudget } from '../http/body-budget.ts'
import { guardHeaders } from '../http/guard-headers.ts'
import { readBody } from '../http/read-body.ts'
import { readyCheck, useEntrance } from '../relay/entrance.ts'
import { answerError, toRelayError } from '../relay/route-errors.ts'
import { platformOpenRoutes, platformRoutes } from './platform-routes.ts'
import type { TaskRouteDeps } from './run-submission.ts'

/**
 * Registers the routes where clients submit and fetch tasks, in the protocol of each platform, at the relay's entrance.
 */
export async function taskRoutes(
  app: FastifyInstance,
  { deps }: { readonly deps: TaskRouteDeps },
): Promise<void> {
  useEntrance(app, deps)
  const checkReady = readyCheck(deps)
  for (const routes of platformRoutes) routes(app, { ...deps, checkReady })
}

/** More than a callback about one task needs. */
const NOTICE_BYTES_MAX = 262_144
/** Memory limit shared by all callbacks that are being read. */
const NOTICE_BYTES_MAX_AT_ONCE = 8_388_608

/**
 * Registers the routes that need no key, in a separate scope: the relay's entrance would refuse vendors and browsers.
 */
export async function openTaskRoutes(
  app: FastifyInstance,
  { deps }: { readonly deps: TaskRouteDeps },
): Promise<void> {
  const budget = new BodyBudget(NOTICE_BYTES_MAX_AT_ONCE)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    const lease = budget.lease()
    try {
      const length = request.headers['content-length']
      return await readBody(request.raw, length, { bytesMax: NOTICE_BYTES_MAX, lease })
    } finally {
      lease.end()
    }
  })
  app.setErrorHandler((error, request, reply) => {
    const known = toRelayError(error)
    deps.noteRefusal({ requestId: request.id }, known)
    answerError(known, request, reply)
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(guardHeaders)
  })
  for (const routes of platformOpenRoutes) routes(app, deps)
}
