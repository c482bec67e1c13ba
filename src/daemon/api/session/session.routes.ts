import { deviceName } from '../../accounts/device-name.ts'
import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { readPaging, toPage } from '../../http/paging.ts'
import type { Routes } from '../api-services.ts'
import { readUser } from '../users/read-users.ts'
import { toSummary } from '../users/user.ts'
import { sessionCookie } from './begin-session.ts'
import { ownSessionsService } from './own-sessions.service.ts'
import { sessionService } from './session.service.ts'
import { sessionsRepository } from './sessions.repository.ts'

export const sessionRoutes: Routes = (app, services) => {
  const { authorOf } = services
  const sessions = sessionService(services)
  const cookie = sessionCookie(services)
  const own = ownSessionsService(services)

  app.route<Contract<'login'>>({
    ...contract('login'),
    handler: async (request, reply) => {
      const step = await sessions.signIn({
        account: request.body.username,
        password: request.body.password,
        turnstile: request.query.turnstile,
        ...cookie.originOf(request),
      })
      return cookie.answerFirstStep(request, reply, step)
    },
  })

  app.route<Contract<'logout'>>({
    ...contract('logout'),
    handler: async (request, reply) => {
      const { id, sessionHash } = actorOf(request)
      await sessions.signOut(id, sessionHash)
      cookie.clear(request, reply)
      return done()
    },
  })

  app.route<Contract<'getSelf'>>({
    ...contract('getSelf'),
    handler: async (request) => ok(await readUser(services.knex, actorOf(request).id)),
  })

  app.route<Contract<'updateSelf'>>({
    ...contract('updateSelf'),
    handler: async (request, reply) => {
      const { username, display_name, password, original_password, keep_access_tokens } = request.body
      const given = {
        username,
        displayName: display_name,
        password,
        originalPassword: original_password,
        keepsAccessTokens: keep_access_tokens,
      }
      const author = authorOf(request)
      if (!password) return ok(toSummary(await sessions.changeSelf(author, given, undefined)))
      await sessions.checkProof(actorOf(request))
      return ok(
        toSummary(
          await cookie.renewing(request, reply, (renewal) => sessions.changeSelf(author, given, renewal)),
        ),
      )
    },
  })

  app.route<Contract<'deleteSelf'>>({
    ...contract('deleteSelf'),
    handler: async (request, reply) => {
      await sessions.deleteSelf(authorOf(request))
      cookie.clear(request, reply)
      return done()
    },
  })

  app.route<Contract<'listSessions'>>({
    ...contract('listSessions'),
    handler: async (request) => {
      const { id, sessionHash } = actorOf(request)
      const paging = readPaging(request.query)
      const { knex, clock } = services
      const { sessions: found, total } = await sessionsRepository(knex).list(id, clock.now(), paging)
      const items = found.map((session) => ({
        id: session.id,
        device: deviceName(session.userAgent),
        user_agent: session.userAgent,
        ip: session.ip,
        created_time: Math.floor(session.createdMs / 1000),
        last_used_time: Math.floor(session.lastUsedMs / 1000),
        expires_time: Math.floor(session.expiresMs / 1000),
        is_current: session.hash === sessionHash,
      }))
      return ok(toPage(items, total, paging))
    },
  })

  app.route<Contract<'endSession'>>({
    ...contract('endSession'),
    handler: async (request) => {
      await own.end(authorOf(request), request.params.id)
      return done()
    },
  })

  app.route<Contract<'endSessions'>>({
    ...contract('endSessions'),
    handler: async (request) =>
      ok({ ended: await own.endAll(authorOf(request), actorOf(request).sessionHash) }),
  })

  app.route<Contract<'createSystemToken'>>({
    ...contract('createSystemToken'),
    handler: async (request) => ok(await sessions.replaceSystemToken(authorOf(request))),
  })
}
