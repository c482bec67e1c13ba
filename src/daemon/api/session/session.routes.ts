import type { FastifyRequest } from 'fastify'
import { hashSessionId, SESSION_SECONDS } from '../../accounts/credentials.ts'
import { actorOf } from '../../plugins/actor.ts'
import { readSessionCookie, SESSION_COOKIE } from '../../plugins/authenticate.ts'
import { isSecureRequest } from '../../plugins/client-address.ts'
import { type Contract, contract } from '../../plugins/contract.ts'
import { done, ok } from '../../plugins/envelope.ts'
import type { Routes } from '../api-services.ts'
import { readUser } from '../users/read-users.ts'
import { toSummary } from '../users/user.ts'
import { sessionService } from './session.service.ts'

export const sessionRoutes: Routes = (app, services) => {
  const { secrets, addressOf, authorOf, options, config } = services
  const sessions = sessionService(services)
  const cookie = (request: FastifyRequest) => ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: isSecureRequest(request, options.current(), config.trustProxy),
  })

  app.route<Contract<'login'>>({
    ...contract('login'),
    handler: async (request, reply) => {
      const former = readSessionCookie(request.headers)
      const { user, sessionId } = await sessions.signIn({
        account: request.body.username,
        password: request.body.password,
        turnstile: request.query.turnstile,
        ip: addressOf(request),
        userAgent: request.headers['user-agent'] ?? '',
        formerSessionHash: former === undefined ? undefined : hashSessionId(secrets, former),
      })
      reply.setCookie(SESSION_COOKIE, sessionId, { ...cookie(request), maxAge: SESSION_SECONDS })
      return ok(toSummary(user))
    },
  })

  app.route<Contract<'logout'>>({
    ...contract('logout'),
    handler: async (request, reply) => {
      const { id, sessionHash } = actorOf(request)
      await sessions.signOut(id, sessionHash)
      reply.clearCookie(SESSION_COOKIE, cookie(request))
      return done()
    },
  })

  app.route<Contract<'getSelf'>>({
    ...contract('getSelf'),
    handler: async (request) => ok(await readUser(services.knex, actorOf(request).id)),
  })

  app.route<Contract<'updateSelf'>>({
    ...contract('updateSelf'),
    handler: async (request) => {
      const { username, display_name, password, original_password } = request.body
      const user = await sessions.changeSelf(
        authorOf(request),
        { username, displayName: display_name, password, originalPassword: original_password },
        actorOf(request).sessionHash,
      )
      return ok(toSummary(user))
    },
  })

  app.route<Contract<'deleteSelf'>>({
    ...contract('deleteSelf'),
    handler: async (request, reply) => {
      await sessions.deleteSelf(authorOf(request))
      reply.clearCookie(SESSION_COOKIE, cookie(request))
      return done()
    },
  })

  app.route<Contract<'createSystemToken'>>({
    ...contract('createSystemToken'),
    handler: async (request) => ok(await sessions.replaceSystemToken(authorOf(request))),
  })
}
