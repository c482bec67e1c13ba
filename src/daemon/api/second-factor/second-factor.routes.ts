import type { SessionRenewal } from '../../accounts/renew-session.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import { recoveryCodes } from '../../accounts/second-factors/recovery-codes.ts'
import { actorOf } from '../../http/actor.ts'
import { type Contract, contract } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import { demandsSecondFactor } from '../../http/second-factor-demand.ts'
import type { Routes } from '../api-services.ts'
import { passkeyQuestions } from '../passkeys/passkey-questions.ts'
import { sessionCookie } from '../session/begin-session.ts'
import { ownFactorsService } from './own-factors.service.ts'
import { proofService } from './proof.service.ts'
import { secondStepService } from './second-step.service.ts'
import { userFactorsService } from './user-factors.service.ts'

export const secondFactorRoutes: Routes = (app, services) => {
  const { knex, secrets, options, authorOf } = services
  const secondStep = secondStepService(services)
  const proof = proofService(services)
  const own = ownFactorsService(services)
  const ofUsers = userFactorsService(services)
  const cookie = sessionCookie(services)
  const { stepQuestion, proofQuestion } = passkeyQuestions(services)

  app.route<Contract<'signInWithSecondFactor'>>({
    ...contract('signInWithSecondFactor'),
    handler: async (request, reply) => {
      const { ticket, passkey, ...codes } = request.body
      const given = passkey
        ? { passkey: { answer: passkey, question: stepQuestion(request, ticket) } }
        : codes
      const origin = { ...cookie.originOf(request), requestId: request.id }
      return cookie.answerSession(request, reply, await secondStep.signIn({ ticket, given, ...origin }))
    },
  })

  app.route<Contract<'proveSession'>>({
    ...contract('proveSession'),
    handler: async (request) => {
      const { passkey, ...others } = request.body
      const given = passkey ? { passkey: { answer: passkey, question: proofQuestion(request) } } : others
      await proof.prove(authorOf(request), given, actorOf(request).sessionHash)
      return done()
    },
  })

  app.route<Contract<'getSecondFactor'>>({
    ...contract('getSecondFactor'),
    handler: async (request) => {
      const { id, role } = actorOf(request)
      return ok({
        methods: await secondFactors(knex, services).methods(id),
        recovery_codes: await recoveryCodes(knex, secrets).count(id),
        is_demanded: demandsSecondFactor(options.current(), role),
        proof_methods: await proof.methods(id),
      })
    },
  })

  app.route<Contract<'beginTotp'>>({
    ...contract('beginTotp'),
    handler: async (request) => ok(await own.beginTotp(authorOf(request))),
  })

  app.route<Contract<'confirmTotp'>>({
    ...contract('confirmTotp'),
    handler: async (request, reply) => {
      const { code } = request.body
      const confirm = (renewal?: SessionRenewal) => own.confirmTotp(authorOf(request), code, renewal)
      return ok({ recovery_codes: await cookie.renewing(request, reply, confirm) })
    },
  })

  app.route<Contract<'removeTotp'>>({
    ...contract('removeTotp'),
    handler: async (request, reply) => {
      await cookie.renewing(request, reply, (renewal) => own.remove(authorOf(request), 'totp', renewal))
      return done()
    },
  })

  app.route<Contract<'replaceRecoveryCodes'>>({
    ...contract('replaceRecoveryCodes'),
    handler: async (request) => ok({ recovery_codes: await own.replaceRecoveryCodes(authorOf(request)) }),
  })

  app.route<Contract<'removeUserSecondFactors'>>({
    ...contract('removeUserSecondFactors'),
    handler: async (request) => {
      await ofUsers.removeAll(authorOf(request), request.params.id)
      return done()
    },
  })
}
