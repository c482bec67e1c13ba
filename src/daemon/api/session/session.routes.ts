import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { readUser } from '../users/read-users.ts'
import { toSummary } from '../users/user.ts'
import { sessionCookie } from './begin-session.ts'
import { sessionService } from './session.service.ts'

export const sessionRoutes: Routes = (app, services) => {
  const { authorOf } = services
  const sessions = sessionService(services)
  const cookie = sessionCookie(services)

  app.route<Contract<'login'>>({
    ...contract('login'),
    handler: async (request, reply) => {
      const { user, sessionId } = await sessions.signIn({
        account: request.body.username,
        password: request.body.password,
        turnstile: request.query.turnstile,
        ...cookie.originOf(request),
      })
      cookie.set(request, reply, sessionId)
      return ok(toSummary(user))
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
      cookie.clear(request, reply)
      return done()
    },
  })

  app.route<Contract<'createSystemToken'>>({
    ...contract('createSystemToken'),
    handler: async (request) => ok(await sessions.replaceSystemToken(authorOf(request))),
  })
}
