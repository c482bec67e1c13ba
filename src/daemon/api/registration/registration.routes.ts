import { actorOf } from '../../http/actor.ts'
import { refuseEndedSession, signedInUser } from '../../http/authenticate.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { languageOf } from '../../http/language-of.ts'
import type { Routes } from '../api-services.ts'
import { sessionCookie } from '../session/begin-session.ts'
import { toSummary } from '../users/user.ts'
import { visitors } from '../visitor.ts'
import { registrationService } from './registration.service.ts'

export const registrationRoutes: Routes = (app, services) => {
  const registration = registrationService(services)
  const visitorOf = visitors(services)
  const cookie = sessionCookie(services)

  app.route<Contract<'register'>>({
    ...contract('register'),
    handler: async (request, reply) => {
      const visitor = visitorOf(request, request.query.turnstile)
      const { user, cookies } = await registration.register(request.body, visitor, cookie.originOf(request))
      return cookies ? cookie.answerSession(request, reply, { user, cookies }) : ok(toSummary(user))
    },
  })

  app.route<Contract<'sendVerificationCode'>>({
    ...contract('sendVerificationCode'),
    handler: async (request) => {
      refuseEndedSession(request)
      const { email, turnstile } = request.query
      const visitor = visitorOf(request, turnstile)
      await registration.sendCode(email, visitor, signedInUser(request), languageOf(request))
      return done()
    },
  })

  app.route<Contract<'getAffCode'>>({
    ...contract('getAffCode'),
    handler: async (request) => ok(await registration.inviteCodeOf(actorOf(request).id)),
  })
}
